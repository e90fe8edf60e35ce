import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listStaff } from '../queries.ts'
import { aMember, anAdmin } from '../testing.ts'
import { createAdmin } from './create-admin.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const given = {
  firstName: 'Ines',
  lastName: 'Duarte',
  email: 'Ines.D@example.com',
  role: 'finance',
  password: 'orange kettle seven rivers',
} as const

test('An owner makes a member of staff, and the record says who did', async () => {
  const { app } = house
  const { admin: owner } = await anAdmin(app)
  const made = await createAdmin(app, owner, given)

  expect(made).toMatchObject({ role: 'finance', email: 'ines.d@example.com', label: 'Ines Duarte' })
  expect(await listStaff(app.db)).toContainEqual(made)

  const [act] = await listActs(app.db, { subjectId: made.id })
  expect(act).toMatchObject({ action: 'admin.created', actor: { id: owner.id } })
})

test('Nobody else may, an address is taken once, and a weak password is refused', async () => {
  const { app } = house
  const { admin: owner } = await anAdmin(app)
  const { admin: finance } = await anAdmin(app, { role: 'finance' })
  const { member } = await aMember(app)
  const before = await listStaff(app.db)

  for (const actor of [finance, member])
    await expect(
      createAdmin(app, actor, { ...given, email: 'x@example.com' }),
    ).rejects.toMatchObject({
      status: 403,
    })

  await expect(createAdmin(app, owner, { ...given, email: owner.email })).rejects.toMatchObject({
    code: 'admin_exists',
  })
  await expect(
    createAdmin(app, owner, { ...given, email: 'y@example.com', password: 'administrator1' }),
  ).rejects.toMatchObject({ code: 'password_common' })
  expect(await listStaff(app.db)).toEqual(before)
})
