import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { findSignedIn } from '../queries.ts'
import { anAdmin, aVisitor, SAMPLE_PASSWORD } from '../testing.ts'
import { adminLogIn } from './admin-log-in.ts'
import { suspendStaff } from './suspend-staff.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Who is suspended is out at once and gets in nowhere, also by a session that somehow stayed open', async () => {
  const { app, database } = house
  const { admin: owner } = await anAdmin(app)
  const { admin: ines, token } = await anAdmin(app, { role: 'finance' })

  expect(await findSignedIn(app.db, token, app.clock.now())).toMatchObject({ kind: 'admin' })

  await suspendStaff(app, owner, { staffId: ines.id, reason: 'Left the firm.' })

  const left = 'select from session where person_id = $1 and ended_at is null'
  expect((await database.owner.query(left, [ines.id])).rowCount).toBe(0)
  expect(await findSignedIn(app.db, token, app.clock.now())).toBeNull()

  await database.owner.query('update session set ended_at = null, ended_because = null')
  expect(await findSignedIn(app.db, token, app.clock.now())).toBeNull()

  const again = adminLogIn(app, aVisitor(), { email: ines.email, password: SAMPLE_PASSWORD })
  await expect(again).rejects.toMatchObject({ code: 'staff_suspended', status: 403 })

  const wrong = adminLogIn(app, aVisitor(), { email: ines.email, password: 'not the password' })
  await expect(wrong).rejects.toMatchObject({ code: 'login_failed' })
})

test('It needs a reason and an owner, and nobody suspends themselves or the last owner', async () => {
  const { app } = house
  const { admin: owner } = await anAdmin(app)
  const { admin: support } = await anAdmin(app, { role: 'support' })
  const suspend = (by: typeof owner, staffId: string, reason = 'A reason.') =>
    suspendStaff(app, by, { staffId, reason })

  await expect(suspend(owner, support.id, ' ')).rejects.toMatchObject({ code: 'reason_needed' })
  await expect(suspend(support, owner.id)).rejects.toMatchObject({ code: 'role_missing' })
  await expect(suspend(owner, owner.id)).rejects.toMatchObject({ code: 'own_access' })

  await suspend(owner, support.id)
  await expect(suspend(owner, support.id)).rejects.toMatchObject({ code: 'already_suspended' })
})
