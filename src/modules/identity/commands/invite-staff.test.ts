import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#modules/audit/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listStaffLines } from '../queries.ts'
import { anAdmin, aVisitor, mailedToken, SAMPLE_PASSWORD } from '../testing.ts'
import { adminLogIn } from './admin-log-in.ts'
import { inviteStaff } from './invite-staff.ts'
import { resetPassword } from './reset-password.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const given = {
  firstName: 'Noor',
  lastName: 'Haddad',
  email: 'Noor@example.com',
  role: 'support',
} as const

test('Who is invited chooses a password by the mailed link and then works here in the role that was named', async () => {
  const { app } = house
  const { admin: owner } = await anAdmin(app)
  const noor = await inviteStaff(app, owner, given)
  const line = async () =>
    (await listStaffLines(app.db, app.clock.now())).find(({ id }) => id === noor.id)

  expect(await line()).toMatchObject({ role: 'support', invited: true, openSessions: 0 })

  for (const password of ['', SAMPLE_PASSWORD])
    await expect(
      adminLogIn(app, aVisitor(), { email: noor.email, password }),
    ).rejects.toMatchObject({
      code: 'login_failed',
    })

  const token = await mailedToken(app, noor.email, 'staff-invited')
  await resetPassword(app, aVisitor(), { token, password: SAMPLE_PASSWORD })

  const { admin } = await adminLogIn(app, aVisitor(), {
    email: noor.email,
    password: SAMPLE_PASSWORD,
  })
  expect(admin).toMatchObject({ id: noor.id, role: 'support' })
  expect(await line()).toMatchObject({ invited: false, openSessions: 1 })

  const [act] = await listActs(app.db, { subjectId: noor.id, action: 'staff.invited' })
  expect(act).toMatchObject({ actor: { id: owner.id }, details: { role: 'support' } })
})

test('An invitation is worth nothing after three days, and nobody but an owner sends one', async () => {
  const { app } = house
  const { admin: owner } = await anAdmin(app)
  const invited = await inviteStaff(app, owner, { ...given, email: 'late@example.com' })
  const token = await mailedToken(app, invited.email, 'staff-invited')

  app.clock.advance(3 * 86_400_000 + 1)
  await expect(
    resetPassword(app, aVisitor(), { token, password: SAMPLE_PASSWORD }),
  ).rejects.toMatchObject({
    code: 'link_invalid',
  })

  for (const role of ['viewer', 'support', 'finance'] as const) {
    const { admin } = await anAdmin(app, { role })
    await expect(
      inviteStaff(app, admin, { ...given, email: 'x@example.com' }),
    ).rejects.toMatchObject({
      code: 'role_missing',
    })
  }

  await expect(
    inviteStaff(app, owner, { ...given, email: 'LATE@example.com' }),
  ).rejects.toMatchObject({
    code: 'admin_exists',
    field: 'email',
  })
})
