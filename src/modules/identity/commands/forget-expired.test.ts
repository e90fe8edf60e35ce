import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { listSignIns } from '../queries/factors.ts'
import { aMember, aVisitor, SAMPLE_PASSWORD } from '../testing.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { forgetExpired } from './forget-expired.ts'
import { logIn } from './log-in.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('What can’t be used any more is cleared away, and tries to sign in after 90 days', async () => {
  const { app, database } = house
  const { member } = await aMember(app)
  const count = async () =>
    Number((await database.owner.query('select count(*) from passkey_challenge')).rows[0].count)

  await challengePasskey(app, aVisitor(), { visit: true })
  await logIn(app, aVisitor(), { email: member.email, password: SAMPLE_PASSWORD })
  await forgetExpired(app)

  expect(await count()).toBe(1)
  expect(await listSignIns(app.db, member.id)).toHaveLength(1)

  app.clock.advance(5 * 60_000)
  await forgetExpired(app)

  expect(await count()).toBe(0)

  app.clock.advance(90 * 86_400_000)
  await forgetExpired(app)

  expect(await listSignIns(app.db, member.id)).toEqual([])
})
