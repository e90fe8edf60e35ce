import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { anAdmin, aVisitor, SAMPLE_PASSWORD } from '../testing.ts'
import { adminLogIn } from './admin-log-in.ts'
import { reinstateStaff } from './reinstate-staff.ts'
import { suspendStaff } from './suspend-staff.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Who is let in again signs in as before; the record says both, and only an owner does it', async () => {
  const { app } = house
  const { admin: owner } = await anAdmin(app)
  const { admin: ines } = await anAdmin(app, { role: 'finance' })

  await suspendStaff(app, owner, { staffId: ines.id, reason: 'On leave.' })

  const { admin: support } = await anAdmin(app, { role: 'support' })
  await expect(reinstateStaff(app, support, ines.id)).rejects.toMatchObject({
    code: 'role_missing',
  })

  await reinstateStaff(app, owner, ines.id)
  await reinstateStaff(app, owner, ines.id)

  const { admin } = await adminLogIn(app, aVisitor(), {
    email: ines.email,
    password: SAMPLE_PASSWORD,
  })
  expect(admin.suspended).toBeNull()

  const acts = await listActs(app.db, { subjectId: ines.id, action: 'staff' })
  expect(acts.map(({ action }) => action)).toEqual(['staff.reinstated', 'staff.suspended'])
})
