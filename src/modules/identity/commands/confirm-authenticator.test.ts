import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getFactors } from '../queries/factors.ts'
import { getMember } from '../queries.ts'
import { createTestMember, generateAppCode } from '../testing.ts'
import { beginAuthenticator } from './begin-authenticator.ts'
import { confirmAuthenticator } from './confirm-authenticator.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A code activates it, returns ten recovery codes, sends a mail and freezes withdrawals.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { secret } = await beginAuthenticator(app, member)
  const codes = await confirmAuthenticator(app, member, {
    code: generateAppCode(app, secret),
    sessionId,
  })

  expect(new Set(codes).size).toBe(10)

  for (const code of codes ?? []) expect(code).toMatch(/^[a-z2-9]{6}(-[a-z2-9]{6}){3}$/)

  expect(await getFactors(app.db, member.id)).toMatchObject({
    authenticatorSince: app.clock.now(),
    recoveryCodesLeft: 10,
  })

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'authenticator-added', frozen: true })
  expect(mail?.data.link).toContain('/not-me/')

  const until = (await getMember(app.db, member.id)).withdrawalsFrozenUntil
  expect(until?.getTime()).toBe(app.clock.now().getTime() + 86_400_000)
})

test('A wrong code activates nothing, and the sixth try in 15 minutes has to wait.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  await beginAuthenticator(app, member)

  for (let tries = 0; tries < 5; tries++)
    await expect(
      confirmAuthenticator(app, member, { code: '12', sessionId }),
    ).rejects.toMatchObject({
      code: 'factor_wrong',
      field: 'code',
    })

  await expect(confirmAuthenticator(app, member, { code: '12', sessionId })).rejects.toMatchObject({
    status: 429,
  })
  expect((await getFactors(app.db, member.id)).authenticatorSince).toBeNull()
})

test('Of two concurrent confirmations with one code, one succeeds.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { secret } = await beginAuthenticator(app, member)
  const input = { code: generateAppCode(app, secret), sessionId }
  const both = await Promise.allSettled([1, 2].map(() => confirmAuthenticator(app, member, input)))

  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
