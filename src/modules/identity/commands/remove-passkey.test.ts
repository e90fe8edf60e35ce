import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { factorsOf } from '../queries/factors.ts'
import { aMember, anAdmin, withPasskey } from '../testing.ts'
import { removePasskey } from './remove-passkey.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Removed, it is gone, a mail says so, and with the last one the recovery codes go', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const first = await withPasskey(app, member, sessionId)
  const second = await withPasskey(app, member, sessionId, 'Phone')

  await removePasskey(app, member, first.id)
  expect((await factorsOf(app.db, member.id)).recoveryCodesLeft).toBe(10)

  await removePasskey(app, member, second.id)
  expect(await factorsOf(app.db, member.id)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'passkey-removed', name: 'Phone', frozen: true })
})

test('Somebody else’s isn’t found', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { member: stranger } = await aMember(app)
  const { id } = await withPasskey(app, member, sessionId)

  await expect(removePasskey(app, stranger, id)).rejects.toMatchObject({ status: 404 })
  expect((await factorsOf(app.db, member.id)).passkeys).toHaveLength(1)
})

test('With real money the last factor of one of the staff stays', async () => {
  const { app } = house
  const { admin, sessionId } = await anAdmin(app)
  const { id } = await withPasskey(app, admin, sessionId)
  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }

  await expect(removePasskey(live, admin, id)).rejects.toMatchObject({ code: 'factor_required' })

  await removePasskey(app, admin, id)
})
