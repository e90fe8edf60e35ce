import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { findSignedIn } from '../queries.ts'
import { aMember, anAdmin, signIn } from '../testing.ts'
import { endMemberSessions } from './end-member-sessions.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('The staff ends every session of one member, and nobody else’s; who may only read doesn’t', async () => {
  const { app } = house
  const { admin: support } = await anAdmin(app, { role: 'support' })
  const { admin: viewer } = await anAdmin(app, { role: 'viewer' })
  const { member, token } = await aMember(app)
  const { token: second } = await signIn(app, member)
  const { token: other } = await aMember(app)
  const open = async (one: string) => (await findSignedIn(app.db, one, app.clock.now())) !== null
  const refused = endMemberSessions(app, viewer, member.id)

  await expect(refused).rejects.toMatchObject({ code: 'role_missing', status: 403 })
  expect(await Promise.all([token, second, other].map(open))).toEqual([true, true, true])

  await endMemberSessions(app, support, member.id)
  expect(await Promise.all([token, second, other].map(open))).toEqual([false, false, true])
})
