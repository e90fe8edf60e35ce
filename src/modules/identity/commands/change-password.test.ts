import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import {
  createTestAdmin,
  createTestMember,
  createTestVisitor,
  openTestSession,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { changePassword } from './change-password.ts'
import { logInAdmin } from './log-in-admin.ts'
import { logInMember } from './log-in-member.ts'
import { resumeSession } from './resume-session.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const newPassword = 'orange kettle seven rivers'

test('A right old password sets the new one, ends all other sessions and sends a mail.', async () => {
  const { app } = testApp
  const { member, token, sessionId } = await createTestMember(app)
  const elsewhere = await openTestSession(app, member)

  await changePassword(app, member, { currentPassword: SAMPLE_PASSWORD, newPassword, sessionId })
  expect(await resumeSession(app, { token })).not.toBeNull()
  expect(await resumeSession(app, elsewhere)).toBeNull()

  const { email } = member
  await expect(
    logInMember(app, createTestVisitor(), { email, password: newPassword }),
  ).resolves.toBeTruthy()
  await expect(
    logInMember(app, createTestVisitor(), { email, password: SAMPLE_PASSWORD }),
  ).rejects.toMatchObject({
    status: 401,
  })
  expect(await findMail(app.db, email, 'password-changed')).not.toBeNull()
  expect((await getMember(app.db, member.id)).withdrawalsFrozenUntil).toBeNull()
})

test('A staff member changes their own password; all other sessions end and a mail says so.', async () => {
  const { app } = testApp
  const { admin, token, sessionId } = await createTestAdmin(app, { role: 'support' })
  const elsewhere = await openTestSession(app, admin)

  await changePassword(app, admin, { currentPassword: SAMPLE_PASSWORD, newPassword, sessionId })
  expect(await resumeSession(app, { token })).not.toBeNull()
  expect(await resumeSession(app, elsewhere)).toBeNull()

  const { email } = admin
  const logIn = (password: string) => logInAdmin(app, createTestVisitor(), { email, password })
  await expect(logIn(newPassword)).resolves.toBeTruthy()
  await expect(logIn(SAMPLE_PASSWORD)).rejects.toMatchObject({ status: 401 })
  expect((await findMail(app.db, email, 'password-changed'))?.data).toMatchObject({
    staff: true,
    reset: false,
    link: expect.stringContaining('/not-me/'),
  })
})

test('A wrong old password changes nothing; after five attempts the member has to wait.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const change = (currentPassword: string) =>
    changePassword(app, member, { currentPassword, newPassword, sessionId })

  for (let tries = 0; tries < 5; tries++)
    await expect(change('not this one')).rejects.toMatchObject({
      code: 'password_wrong',
      field: 'current_password',
    })

  await expect(change(SAMPLE_PASSWORD)).rejects.toMatchObject({ status: 429 })
  await expect(
    logInMember(app, createTestVisitor(), { email: member.email, password: SAMPLE_PASSWORD }),
  ).resolves.toBeTruthy()
})

test('Of two concurrent changes from the same old password, one succeeds.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  const changes = ['orange kettle seven rivers', 'violet ladder nine harbours'].map((newPassword) =>
    changePassword(app, member, {
      currentPassword: SAMPLE_PASSWORD,
      newPassword,
      sessionId,
    }),
  )

  const outcomes = await Promise.allSettled(changes)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('A common new password is rejected at its field.', async () => {
  const { app } = testApp
  const { member, sessionId } = await createTestMember(app)
  await expect(
    changePassword(app, member, {
      currentPassword: SAMPLE_PASSWORD,
      newPassword: 'qwerty123456',
      sessionId,
    }),
  ).rejects.toMatchObject({ code: 'password_common', field: 'new_password' })
})
