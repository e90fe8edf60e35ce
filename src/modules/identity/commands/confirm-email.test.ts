import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import { createTestMember, createTestVisitor, readMailedToken } from '../testing.ts'
import { confirmEmail } from './confirm-email.ts'
import { sendNewCode } from './send-new-code.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('The mailed link verifies the address once, also after the code has expired.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app, { verified: false })
  const token = await readMailedToken(app, member.email, 'verify-code')

  app.clock.advance(60 * 60_000)
  await confirmEmail(app, createTestVisitor(), { token })

  expect((await getMember(app.db, member.id)).status).toBe('active')
  await expect(confirmEmail(app, createTestVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('A link that is a day old, invented or replaced is rejected.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app, { verified: false })
  const first = await readMailedToken(app, member.email, 'verify-code')

  app.clock.advance(31_000)
  await sendNewCode(app, createTestVisitor(), { email: member.email })

  const second = await readMailedToken(app, member.email, 'verify-code')
  expect(second).not.toBe(first)

  for (const token of [first, 'made-up']) {
    await expect(confirmEmail(app, createTestVisitor(), { token })).rejects.toMatchObject({
      code: 'link_invalid',
    })
  }

  app.clock.advance(24 * 60 * 60_000)
  await expect(confirmEmail(app, createTestVisitor(), { token: second })).rejects.toMatchObject({
    code: 'link_invalid',
  })
  expect((await getMember(app.db, member.id)).status).toBe('unverified')
})
