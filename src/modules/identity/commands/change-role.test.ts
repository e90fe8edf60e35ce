import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import type { Admin } from '../model.ts'
import { getAdmin } from '../queries.ts'
import { createTestAdmin } from '../testing.ts'
import { changeRole } from './change-role.ts'
import { inviteStaff } from './invite-staff.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/**
 * Starts all steps, holds each before its end until all have got as far as they can, and releases
 * them.
 */
async function runConcurrently(steps: readonly (() => Promise<void>)[]) {
  const holding = await testApp.database.owner.connect()
  // each writes its audit event at its end
  await holding.query('begin; lock table audit_event in share row exclusive mode')

  const begun = Promise.allSettled(steps.map((step) => step()))
  const waiting = `select from pg_stat_activity where datname = current_database() and
    wait_event_type = 'Lock'`
  await expect
    .poll(async () => (await testApp.database.owner.query(waiting)).rowCount)
    .toBe(steps.length)

  await holding.query('rollback')
  holding.release()

  return await begun
}

test('The last active owner stays one, also if two owners demote each other at once.', async () => {
  const { app } = testApp
  const { admin: one } = await createTestAdmin(app)
  await inviteStaff(app, one, {
    firstName: 'Not',
    lastName: 'Yet',
    email: 'n@example.com',
    role: 'owner',
  })

  const alone = changeRole(app, one, { staffId: one.id, role: 'viewer' })
  await expect(alone).rejects.toMatchObject({ code: 'last_owner', status: 409 })

  const { admin: other } = await createTestAdmin(app)
  const take = (by: Admin, from: Admin) =>
    changeRole(app, by, { staffId: from.id, role: 'finance' })
  const tries = await runConcurrently([() => take(one, other), () => take(other, one)])

  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

  const roles = await Promise.all(
    [one, other].map(async ({ id }) => (await getAdmin(app.db, id)).role),
  )
  expect(roles.sort()).toEqual(['finance', 'owner'])
  await expect(testApp.database.owner.query('delete from staff')).rejects.toThrow('never deleted')
})

test('A new role applies at the next call, is audited; only owners can change it.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })

  await changeRole(app, owner, { staffId: viewer.id, role: 'finance' })
  expect((await getAdmin(app.db, viewer.id)).role).toBe('finance')

  const [event] = await listAuditEvents(app.db, { subjectId: viewer.id, action: 'staff' })
  expect(event).toMatchObject({
    action: 'staff.role-changed',
    details: { from: 'viewer', to: 'finance' },
  })

  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })
  await expect(
    changeRole(app, finance, { staffId: viewer.id, role: 'owner' }),
  ).rejects.toMatchObject({
    status: 403,
  })

  await expect(
    changeRole(app, owner, { staffId: 'adm_nobody', role: 'owner' }),
  ).rejects.toMatchObject({
    status: 404,
  })
})
