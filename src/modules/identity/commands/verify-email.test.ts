import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import { createTestMember, createTestVisitor, readMailedCode } from '../testing.ts'
import { verifyEmail } from './verify-email.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const waiting = async () => {
  const { member } = await createTestMember(testApp.app, { verified: false })
  const verifyCode = await readMailedCode(testApp.app, member.email)
  const wrong = verifyCode === 100_000 ? 100_001 : verifyCode - 1
  const verify = (code: number) =>
    verifyEmail(testApp.app, createTestVisitor(), { email: member.email, verifyCode: code })
  return { member, verifyCode, wrong, verify }
}

test('The right code activates the member, once.', async () => {
  const { member, verifyCode, verify } = await waiting()
  await verify(verifyCode)

  expect(await getMember(testApp.app.db, member.id)).toMatchObject({
    status: 'active',
    verifiedAt: testApp.app.clock.now(),
  })
  await expect(verify(verifyCode)).rejects.toMatchObject({ code: 'code_invalid' })
})

test('After five wrong attempts the right code is rejected.', async () => {
  const { member, verifyCode, wrong, verify } = await waiting()
  for (let tries = 0; tries < 5; tries++)
    await expect(verify(wrong)).rejects.toMatchObject({ code: 'code_invalid', field: 'verifyCode' })
  await expect(verify(verifyCode)).rejects.toMatchObject({ code: 'code_invalid' })
  expect((await getMember(testApp.app.db, member.id)).status).toBe('unverified')
})

test('Of concurrent attempts at most five are compared.', async () => {
  const { database } = testApp
  const { member, wrong, verify } = await waiting()
  await Promise.all(Array.from({ length: 12 }, () => verify(wrong).catch(() => {})))

  const storedCode = await database.owner.query(
    'select tries from email_code where member_id = $1',
    [member.id],
  )
  expect(storedCode.rows).toEqual([{ tries: 5 }])
})

test('A code works for exactly ten minutes.', async () => {
  const first = await waiting()
  testApp.app.clock.advance(10 * 60_000 - 1)
  await first.verify(first.verifyCode)

  const second = await waiting()
  testApp.app.clock.advance(10 * 60_000)

  await expect(second.verify(second.verifyCode)).rejects.toMatchObject({ code: 'code_invalid' })
})

test("An unknown address, another member's code and a wrong one get the same error.", async () => {
  const [one, other] = [await waiting(), await waiting()]
  const failures = await Promise.all([
    one.verify(one.wrong).catch((error) => error.message),
    one.verify(other.verifyCode).catch((error) => error.message),
    verifyEmail(testApp.app, createTestVisitor(), {
      email: 'nobody@example.com',
      verifyCode: 123_456,
    }).catch((error) => error.message),
  ])

  expect(new Set(failures).size).toBe(1)
})
