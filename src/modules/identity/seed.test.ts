import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app.ts'
import { logInAdmin } from './commands/log-in-admin.ts'
import { logInMember } from './commands/log-in-member.ts'
import { listMembers, listStaff } from './queries.ts'
import { seedPeople } from './seed.ts'
import { createTestVisitor, SAMPLE_PASSWORD } from './testing.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A new installation has no accounts and no default password.', async () => {
  for (const table of ['member', 'staff', 'credential', 'session', 'passkey'])
    expect((await testApp.database.owner.query(`select from ${table}`)).rowCount, table).toBe(0)
})

test('The sample people exist once, at their dates, and sign in as the README shows.', async () => {
  const { app } = testApp
  const { maya, amara, tomas, adaeze } = await seedPeople(app)

  await seedPeople(app)
  expect((await listMembers(app.db)).map(({ id }) => id)).toEqual([
    adaeze.id,
    tomas.id,
    amara.id,
    maya.id,
  ])

  expect((await listStaff(app.db)).map(({ role }) => role)).toEqual(['owner', 'finance'])
  expect(maya).toMatchObject({ status: 'active', createdAt: new Date('2026-02-03T09:12:00Z') })
  expect(tomas.referredBy).toBe(maya.referralCode)

  const password = SAMPLE_PASSWORD
  await expect(
    logInMember(app, createTestVisitor(), { email: 'maya@example.com', password }),
  ).resolves.toBeTruthy()
  await expect(
    logInMember(app, createTestVisitor(), { email: 'adaeze@example.com', password }),
  ).rejects.toMatchObject({
    code: 'unverified',
  })

  await expect(
    logInAdmin(app, createTestVisitor(), { email: 'ruth@example.com', password }),
  ).resolves.toBeTruthy()
})
