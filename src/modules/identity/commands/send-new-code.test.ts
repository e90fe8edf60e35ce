import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createTestMember, createTestVisitor, readMailedCode } from '../testing.ts'
import { sendNewCode } from './send-new-code.ts'
import { verifyEmail } from './verify-email.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A new code is sent 30 s after the last and replaces it.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app, { verified: false })
  const { email } = member
  const first = await readMailedCode(app, email)

  app.clock.advance(20_000)
  await expect(sendNewCode(app, createTestVisitor(), { email })).rejects.toMatchObject({
    code: 'too_many_tries',
    status: 429,
    retryAfterSeconds: 10,
  })

  app.clock.advance(10_000)
  await sendNewCode(app, createTestVisitor(), { email })

  const second = await readMailedCode(app, email)
  if (second !== first)
    await expect(
      verifyEmail(app, createTestVisitor(), { email, verifyCode: first }),
    ).rejects.toMatchObject({
      code: 'code_invalid',
    })

  await verifyEmail(app, createTestVisitor(), { email, verifyCode: second })
})

test('A verified or unknown address gets no mail, with the same response and timing.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)

  app.clock.advance(30_000)

  for (const email of [member.email, 'nobody@example.com']) {
    const before = (await listMail(app.db, { to: email })).length
    await expect(sendNewCode(app, createTestVisitor(), { email })).resolves.toBeUndefined()
    await expect(sendNewCode(app, createTestVisitor(), { email })).rejects.toMatchObject({
      code: 'too_many_tries',
    })
    expect(await listMail(app.db, { to: email })).toHaveLength(before)
  }
})
