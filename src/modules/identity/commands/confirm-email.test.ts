import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import { aMember, aVisitor, mailedToken } from '../testing.ts'
import { confirmEmail } from './confirm-email.ts'
import { sendNewCode } from './send-new-code.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('The link of the mail verifies the address, also when the code has expired, and only once', async () => {
  const { app } = house
  const { member } = await aMember(app, { verified: false })
  const token = await mailedToken(app, member.email, 'verify-code')

  app.clock.advance(60 * 60_000)
  await confirmEmail(app, aVisitor(), { token })

  expect((await getMember(app.db, member.id)).status).toBe('active')
  await expect(confirmEmail(app, aVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('A link that is a day old, made up or replaced by a newer one is refused', async () => {
  const { app } = house
  const { member } = await aMember(app, { verified: false })
  const first = await mailedToken(app, member.email, 'verify-code')

  app.clock.advance(31_000)
  await sendNewCode(app, aVisitor(), { email: member.email })

  const second = await mailedToken(app, member.email, 'verify-code')
  expect(second).not.toBe(first)

  for (const token of [first, 'made-up']) {
    await expect(confirmEmail(app, aVisitor(), { token })).rejects.toMatchObject({
      code: 'link_invalid',
    })
  }

  app.clock.advance(24 * 60 * 60_000)
  await expect(confirmEmail(app, aVisitor(), { token: second })).rejects.toMatchObject({
    code: 'link_invalid',
  })
  expect((await getMember(app.db, member.id)).status).toBe('unverified')
})
