import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#lib/dates.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { addTestAuthenticator, createTestMember, generateAppCode } from '../testing.ts'
import { rotateSecret } from './rotate-secret.ts'
import { stepUpSession } from './step-up-session.ts'

const NEXT = 'the secret that follows, with thirty-two letters and more'
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const under = (SECRET: string, SECRET_BEFORE: string[]) => ({
  ...testApp.app,
  config: { ...testApp.app.config, SECRET, SECRET_BEFORE },
})

test('After a change of SECRET existing factors work and are re-encrypted without the old one.', async () => {
  const { app } = testApp
  const { SECRET = '' } = app.config
  const { member, sessionId } = await createTestMember(app)
  const { secret, codes } = await addTestAuthenticator(app, member, sessionId)
  const show = (on: typeof app) => {
    app.clock.advance(MINUTE_MS)
    return stepUpSession(on, member, sessionId, { code: generateAppCode(app, secret) })
  }
  const changed = under(NEXT, [SECRET])

  expect(await show(changed)).toMatchObject({ by: 'code' })

  const spare = { recoveryCode: codes[0] ?? '' }
  expect(await stepUpSession(changed, member, sessionId, spare)).toMatchObject({
    by: 'recovery-code',
  })
  await expect(show(under(NEXT, [])), 'without the old one').rejects.toThrow()

  expect(await rotateSecret(app), 'nothing changed').toEqual({ rotatedCount: 0, lost: 0 })
  expect(await rotateSecret(under(NEXT, ['another secret that was never used here']))).toEqual({
    rotatedCount: 0,
    lost: 1,
  })

  expect(await rotateSecret(changed)).toEqual({ rotatedCount: 1, lost: 0 })
  expect(await rotateSecret(changed)).toEqual({ rotatedCount: 0, lost: 0 })
  expect(await show(under(NEXT, []))).toMatchObject({ by: 'code' })
})

test('The database accepts a new ciphertext of a factor, never a used step again.', async () => {
  const { app, database } = testApp
  const { member, sessionId } = await createTestMember(app)
  await addTestAuthenticator(app, member, sessionId)

  const change = (what: string) =>
    database.owner.query(`update authenticator set ${what} where person_id = $1`, [member.id])
  for (const what of [
    'last_step = last_step',
    'last_step = last_step - 1',
    "last_step = last_step + 1, encrypted_secret = encrypted_secret || '\\x00'",
    "encrypted_secret = encrypted_secret || '\\x00', made_at = made_at - interval '1 s'",
  ])
    await expect(change(what), what).rejects.toThrow('each step of an authenticator is used once')

  await change("encrypted_secret = encrypted_secret || '\\x00'")
})
