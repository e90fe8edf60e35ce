import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAuditEvents } from '#modules/audit/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listStaff } from '../queries.ts'
import { createTestAdmin, createTestMember } from '../testing.ts'
import { createAdmin } from './create-admin.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const adminInput = {
  firstName: 'Ines',
  lastName: 'Duarte',
  email: 'Ines.D@example.com',
  role: 'finance',
  password: 'orange kettle seven rivers',
} as const

test('An owner creates a staff member, and the audit log names the owner.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const made = await createAdmin(app, owner, adminInput)

  expect(made).toMatchObject({ role: 'finance', email: 'ines.d@example.com', label: 'Ines Duarte' })
  expect(await listStaff(app.db)).toContainEqual(made)

  const [event] = await listAuditEvents(app.db, { subjectId: made.id })
  expect(event).toMatchObject({ action: 'admin.created', actor: { id: owner.id } })
})

test('Only owners create staff, an address is used once, and a weak password is rejected.', async () => {
  const { app } = testApp
  const { admin: owner } = await createTestAdmin(app)
  const { admin: finance } = await createTestAdmin(app, { role: 'finance' })
  const { member } = await createTestMember(app)
  const before = await listStaff(app.db)

  for (const actor of [finance, member])
    await expect(
      createAdmin(app, actor, { ...adminInput, email: 'x@example.com' }),
    ).rejects.toMatchObject({
      status: 403,
    })

  await expect(
    createAdmin(app, owner, { ...adminInput, email: owner.email }),
  ).rejects.toMatchObject({
    code: 'admin_exists',
  })
  await expect(
    createAdmin(app, owner, { ...adminInput, email: 'y@example.com', password: 'administrator1' }),
  ).rejects.toMatchObject({ code: 'password_common' })
  expect(await listStaff(app.db)).toEqual(before)
})
