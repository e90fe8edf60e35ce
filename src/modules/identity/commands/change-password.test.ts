import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { getMember } from '../queries.ts'
import { aMember, aVisitor, SAMPLE_PASSWORD, signIn } from '../testing.ts'
import { changePassword } from './change-password.ts'
import { logIn } from './log-in.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const newPassword = 'orange kettle seven rivers'

test('The old password right, the new one holds, every other session ends and a mail says so', async () => {
  const { app } = house
  const { member, token, sessionId } = await aMember(app)
  const elsewhere = await signIn(app, member)

  await changePassword(app, member, { currentPassword: SAMPLE_PASSWORD, newPassword, sessionId })
  expect(await resumeSession(app, { token })).not.toBeNull()
  expect(await resumeSession(app, elsewhere)).toBeNull()

  const { email } = member
  await expect(logIn(app, aVisitor(), { email, password: newPassword })).resolves.toBeTruthy()
  await expect(logIn(app, aVisitor(), { email, password: SAMPLE_PASSWORD })).rejects.toMatchObject({
    status: 401,
  })
  expect(await findMail(app.db, email, 'password-changed')).not.toBeNull()
  expect((await getMember(app.db, member.id)).withdrawalsFrozenUntil).toBeNull()
})

test('A wrong old password changes nothing, and after five tries one has to wait', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const change = (currentPassword: string) =>
    changePassword(app, member, { currentPassword, newPassword, sessionId })

  for (let tries = 0; tries < 5; tries++)
    await expect(change('not this one')).rejects.toMatchObject({
      code: 'password_wrong',
      field: 'current_password',
    })

  await expect(change(SAMPLE_PASSWORD)).rejects.toMatchObject({ status: 429 })
  await expect(
    logIn(app, aVisitor(), { email: member.email, password: SAMPLE_PASSWORD }),
  ).resolves.toBeTruthy()
})

test('Of two changes at once from the same old password one holds', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const changes = ['orange kettle seven rivers', 'violet ladder nine harbours'].map((wanted) =>
    changePassword(app, member, {
      currentPassword: SAMPLE_PASSWORD,
      newPassword: wanted,
      sessionId,
    }),
  )

  const outcomes = await Promise.allSettled(changes)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('A new password that is common is refused at its field', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  await expect(
    changePassword(app, member, {
      currentPassword: SAMPLE_PASSWORD,
      newPassword: 'qwerty123456',
      sessionId,
    }),
  ).rejects.toMatchObject({ code: 'password_common', field: 'new_password' })
})
