import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findSessionIdentity } from '../queries.ts'
import { createTestAdmin, createTestVisitor, SAMPLE_PASSWORD } from '../testing.ts'
import { logInAdmin } from './log-in-admin.ts'
import { suspendStaff } from './suspend-staff.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Suspended staff lose all access at once, also in a session that stayed open.', async () => {
  const { app, database } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: ines, token } = await createTestAdmin(app, { role: 'finance' })

  expect(await findSessionIdentity(app.db, token, app.clock.now())).toMatchObject({ kind: 'admin' })

  await suspendStaff(app, owner, { staffId: ines.id, reason: 'Left the firm.' })

  const left = 'select from session where person_id = $1 and ended_at is null'
  expect((await database.owner.query(left, [ines.id])).rowCount).toBe(0)
  expect(await findSessionIdentity(app.db, token, app.clock.now())).toBeNull()

  await database.owner.query('update session set ended_at = null, ended_because = null')
  expect(await findSessionIdentity(app.db, token, app.clock.now())).toBeNull()

  const again = logInAdmin(app, createTestVisitor(), {
    email: ines.email,
    password: SAMPLE_PASSWORD,
  })
  await expect(again).rejects.toMatchObject({ code: 'staff_suspended', status: 403 })

  const wrong = logInAdmin(app, createTestVisitor(), {
    email: ines.email,
    password: 'not the password',
  })
  await expect(wrong).rejects.toMatchObject({ code: 'login_failed' })
})

test('Suspension needs a reason and an owner, and never covers oneself or the last owner.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: support } = await createTestAdmin(app, { role: 'support' })
  const suspend = (by: typeof owner, staffId: string, reason = 'A reason.') =>
    suspendStaff(app, by, { staffId, reason })

  await expect(suspend(owner, support.id, ' ')).rejects.toMatchObject({ code: 'reason_needed' })
  await expect(suspend(support, owner.id)).rejects.toMatchObject({ code: 'role_missing' })
  await expect(suspend(owner, owner.id)).rejects.toMatchObject({ code: 'own_access' })

  await suspend(owner, support.id)
  await expect(suspend(owner, support.id)).rejects.toMatchObject({ code: 'already_suspended' })
})
