import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { findSignedIn } from '../queries.ts'
import { anAdmin, signIn } from '../testing.ts'
import { endStaffSessions } from './end-staff-sessions.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Every session of one of the staff ends, and nobody else’s', async () => {
  const { app } = house
  const { admin: owner, token: own } = await anAdmin(app)
  const { admin: ines, token } = await anAdmin(app, { role: 'finance' })
  const { token: second } = await signIn(app, ines)

  await expect(endStaffSessions(app, ines, owner.id)).rejects.toMatchObject({
    code: 'role_missing',
  })

  await endStaffSessions(app, owner, ines.id)

  const open = async (one: string) => (await findSignedIn(app.db, one, app.clock.now())) !== null
  expect(await Promise.all([token, second, own].map(open))).toEqual([false, false, true])
})
