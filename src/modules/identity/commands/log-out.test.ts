import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { aMember, signIn } from '../testing.ts'
import { logOut } from './log-out.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

test('Logging out ends this session on the server and no other; doing it again is no failure', async () => {
  const { app } = house
  const here = await aMember(app)
  const elsewhere = await signIn(app, here.member)

  await logOut(app, here)
  await logOut(app, here)
  await logOut(app, { token: 'never one of ours' })

  expect(await resumeSession(app, here)).toBeNull()
  expect(await resumeSession(app, elsewhere)).not.toBeNull()
})
