import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getFactors } from '../queries/factors.ts'
import { addTestPasskey, createTestAdmin, createTestMember } from '../testing.ts'
import { removePasskey } from './remove-passkey.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Removing it sends a mail, and the last one deletes the recovery codes.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const first = await addTestPasskey(app, member, sessionId)
  const second = await addTestPasskey(app, member, sessionId, 'Phone')

  await removePasskey(app, member, first.id)
  expect((await getFactors(app.db, member.id)).recoveryCodesLeft).toBe(10)

  await removePasskey(app, member, second.id)
  expect(await getFactors(app.db, member.id)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'passkey-removed', name: 'Phone', frozen: true })
})

test('Another person’s passkey is not found.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const { member: stranger } = await createTestMember(app)
  const { id } = await addTestPasskey(app, member, sessionId)

  await expect(removePasskey(app, stranger, id)).rejects.toMatchObject({ status: 404 })
  expect((await getFactors(app.db, member.id)).passkeys).toHaveLength(1)
})

test('In live the last passkey of a staff member cannot be removed.', async () => {
  const { app } = testApp
  const { admin, sessionId } = await createTestAdmin(app)
  const { id } = await addTestPasskey(app, admin, sessionId)
  const live = { ...app, config: { ...app.config, MODE: 'live' as const } }

  await expect(removePasskey(live, admin, id)).rejects.toMatchObject({ code: 'factor_required' })

  await removePasskey(app, admin, id)
})
