import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { factorsOf } from '../queries/factors.ts'
import { aMember, anAdmin, withAuthenticator, withPasskey } from '../testing.ts'
import { removeAuthenticator } from './remove-authenticator.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Turned off, it is gone with the recovery codes that stood in for it, and a mail says so', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  await withAuthenticator(app, member, sessionId)
  await removeAuthenticator(app, member)

  expect(await factorsOf(app.db, member.id)).toEqual({
    authenticatorSince: null,
    passkeys: [],
    recoveryCodesLeft: 0,
  })

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'authenticator-removed', frozen: true })
})

test('Where a passkey is left the recovery codes stay', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  await withAuthenticator(app, member, sessionId)
  await withPasskey(app, member, sessionId)
  await removeAuthenticator(app, member)

  expect((await factorsOf(app.db, member.id)).recoveryCodesLeft).toBe(10)
})

test('What is not set up can not be turned off', async () => {
  const { app } = house
  const { member } = await aMember(app)
  await expect(removeAuthenticator(app, member)).rejects.toMatchObject({
    code: 'factor_missing',
    status: 409,
  })
})

test('With real money the last factor of one of the staff stays', async () => {
  const { app } = house
  const { admin, sessionId } = await anAdmin(app)
  await withAuthenticator(app, admin, sessionId)

  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }
  await expect(removeAuthenticator(live, admin)).rejects.toMatchObject({ code: 'factor_required' })
  expect((await factorsOf(app.db, admin.id)).authenticatorSince).not.toBeNull()

  await removeAuthenticator(app, admin)
})
