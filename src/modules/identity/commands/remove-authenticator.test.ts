import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getFactors } from '../queries/factors.ts'
import {
  addTestAuthenticator,
  addTestPasskey,
  createTestAdmin,
  createTestMember,
} from '../testing.ts'
import { removeAuthenticator } from './remove-authenticator.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Removing it deletes its recovery codes and sends a mail.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  await addTestAuthenticator(app, member, sessionId)
  await removeAuthenticator(app, member)

  expect(await getFactors(app.db, member.id)).toEqual({
    authenticatorSince: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  })

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'authenticator-removed', frozen: true })
})

test('The recovery codes stay while a passkey is left.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  await addTestAuthenticator(app, member, sessionId)
  await addTestPasskey(app, member, sessionId)
  await removeAuthenticator(app, member)

  expect((await getFactors(app.db, member.id)).recoveryCodesLeft).toBe(10)
})

test('Removing an authenticator that is not set up is rejected.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await expect(removeAuthenticator(app, member)).rejects.toMatchObject({
    code: 'factor_missing',
    status: 409,
  })
})

test('In live the last factor of a staff member cannot be removed.', async () => {
  const { app } = testApp
  const { admin, sessionId } = await createTestAdmin(app)
  await addTestAuthenticator(app, admin, sessionId)

  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }
  await expect(removeAuthenticator(live, admin)).rejects.toMatchObject({ code: 'factor_required' })
  expect((await getFactors(app.db, admin.id)).authenticatorSince).not.toBeNull()

  await removeAuthenticator(app, admin)
})
