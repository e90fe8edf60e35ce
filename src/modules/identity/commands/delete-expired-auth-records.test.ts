import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { listSignIns } from '../queries/factors.ts'
import { createTestMember, createTestVisitor, SAMPLE_PASSWORD } from '../testing.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { deleteExpiredAuthRecords } from './delete-expired-auth-records.ts'
import { logInMember } from './log-in-member.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Expired records are deleted, and sign-in attempts after 90 days.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const count = async () =>
    Number((await database.owner.query('select count(*) from passkey_challenge')).rows[0].count)

  await challengePasskey(app, createTestVisitor(), { visit: true })
  await logInMember(app, createTestVisitor(), { email: member.email, password: SAMPLE_PASSWORD })
  await deleteExpiredAuthRecords(app)

  expect(await count()).toBe(1)
  expect(await listSignIns(app.db, member.id)).toHaveLength(1)

  app.clock.advance(5 * 60_000)
  await deleteExpiredAuthRecords(app)

  expect(await count()).toBe(0)

  app.clock.advance(90 * 86_400_000)
  await deleteExpiredAuthRecords(app)

  expect(await listSignIns(app.db, member.id)).toEqual([])
})
