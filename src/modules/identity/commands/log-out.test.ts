import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { createTestMember, openTestSession } from '../testing.ts'
import { logOut } from './log-out.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('Log-out ends only this session on the server, and repeating it is no error.', async () => {
  const { app } = testApp
  const here = await createTestMember(app)
  const elsewhere = await openTestSession(app, here.member)

  await logOut(app, here)
  await logOut(app, here)
  await logOut(app, { token: 'never one of ours' })

  expect(await resumeSession(app, here)).toBeNull()
  expect(await resumeSession(app, elsewhere)).not.toBeNull()
})
