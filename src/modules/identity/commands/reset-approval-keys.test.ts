import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listOwnApprovalKeys } from '#modules/approvals/queries.ts'
import { addTestApprovalKey } from '#modules/approvals/testing.ts'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { openDb } from '#platform/db/db.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { lockServerRoles } from '../../../../tests/support/database.ts'
import { databaseUrl } from '../../../../tests/support/global-setup.ts'
import { listApprovalKeyViews } from '../queries/approval-keys.ts'
import { createTestAdmin } from '../testing.ts'
import { resetApprovalKeys } from './reset-approval-keys.ts'

const REASON = 'The devices of both admins were lost.'
let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('All keys end for a reason, and all staff and the addresses of alerts are mailed, each once.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'owner' })
  const { admin: support } = await createTestAdmin(app, { role: 'support' })
  await addTestApprovalKey(testApp, admin.id)
  const ALERT_MAIL = ['security@example.com', admin.email]
  const own = { ...app, config: { ...app.config, ALERT_MAIL } }

  await expect(resetApprovalKeys(own, { reason: 'lost' })).rejects.toMatchObject({
    code: 'reason_needed',
  })
  expect(await resetApprovalKeys(own, { reason: REASON })).toEqual({
    generation: 1,
    notifiedCount: 3,
  })
  for (const to of [admin.email, support.email, 'security@example.com'])
    expect((await findMail(app.db, to, 'approval-keys-reset'))?.data, to).toMatchObject({
      generation: 1,
      reason: REASON,
    })
  expect(
    await listAuditEvents(app.db, { action: 'approval-key.all-ended', limit: 1 }),
  ).toMatchObject([{ details: { reason: REASON, notifiedCount: 3 } }])

  const [key] = await listOwnApprovalKeys(app.db, admin.id)
  expect(key?.ended).toMatchObject({ by: 'system', reason: REASON })
  expect(await listApprovalKeyViews(app, admin)).toMatchObject([
    { state: 'ended', mayEnd: false, ended: { reset: true, reason: REASON } },
  ])
})

test('With the server’s login nothing changes.', async () => {
  const { app, database } = testApp
  const unlockRoles = await lockServerRoles()
  const [login, password] = [`candor_server_${randomBytes(4).toString('hex')}`, 'hush-hush']
  await database.owner.query(`create role ${login} login password '${password}' in role candor_app`)
  const { rows } = await database.owner.query('select current_database() as name')
  const url = new URL(databaseUrl(inject('adminUrl'), rows[0].name))
  Object.assign(url, { username: login, password })
  const { db } = openDb({
    url: url.toString(),
    role: 'candor_app',
    poolSize: 2,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
  })

  try {
    await expect(resetApprovalKeys({ ...app, db }, { reason: REASON })).rejects.toMatchObject({
      code: 'database_owner_needed',
    })
  } finally {
    await db.destroy()
    await database.owner.query(`drop role ${login}`)
    await unlockRoles()
  }
})
