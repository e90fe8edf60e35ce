import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { logInAdmin } from './log-in-admin.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const password = SAMPLE_PASSWORD

test('A staff member gets a session with their role.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app, { role: 'finance' })
  const opened = await logInAdmin(app, createTestVisitor(), { email: admin.email, password })

  expect(await resumeSession(app, opened)).toMatchObject({
    kind: 'admin',
    admin: { role: 'finance' },
  })
})

test('A member’s credentials, a wrong password and an unknown address get one error.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const { admin } = await createTestAdmin(app)
  const tries = [
    { email: member.email, password },
    { email: admin.email, password: `${password}!` },
    { email: 'nobody@example.com', password },
  ].map((input) =>
    logInAdmin(app, createTestVisitor(), input).catch(({ code, message }) => ({ code, message })),
  )

  const [first, ...others] = await Promise.all(tries)
  expect(first).toMatchObject({ code: 'login_failed' })

  for (const other of others) expect(other).toEqual(first)
})

test('A person who is member and staff signs in as each with its own password.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await createTestAdmin(app, { email: member.email, password: 'the staff have another one' })
  const input = { email: member.email, password }
  await expect(logInAdmin(app, createTestVisitor(), input)).rejects.toMatchObject({ status: 401 })
})

test('The sixth attempt in a quarter of an hour is blocked.', async () => {
  const { app } = testApp
  const { admin } = await createTestAdmin(app)
  const { email } = admin

  for (let tries = 0; tries < 5; tries++)
    await expect(
      logInAdmin(app, createTestVisitor(), { email, password: 'wrong' }),
    ).rejects.toMatchObject({
      status: 401,
    })

  await expect(logInAdmin(app, createTestVisitor(), { email, password })).rejects.toMatchObject({
    status: 429,
  })
})
