import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { assertMayWithdraw, EMAIL_CHANGE_LIFE_MS, RESET_FREEZE_MS } from '../model.ts'
import { getMember } from '../queries.ts'
import {
  buildSignUpInput,
  createTestMember,
  createTestVisitor,
  readMailedToken,
  SAMPLE_PASSWORD,
} from '../testing.ts'
import { changeEmail } from './change-email.ts'
import { logInMember } from './log-in-member.ts'
import { requestEmailChange } from './request-email-change.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { signUp } from './sign-up.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const password = SAMPLE_PASSWORD
let made = 0

async function requestChange() {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const email = `moved${++made}@example.org`
  await requestEmailChange(app, member, { email, password })
  return { member, email, token: await readMailedToken(app, email, 'confirm-new-email') }
}

test('The link changes the address once: the new one signs in, the old one does not.', async () => {
  const { app } = testApp
  const { member, email, token } = await requestChange()
  await changeEmail(app, createTestVisitor(), { token })

  await expect(logInMember(app, createTestVisitor(), { email, password })).resolves.toBeTruthy()
  await expect(
    logInMember(app, createTestVisitor(), { email: member.email, password }),
  ).rejects.toMatchObject({
    status: 401,
  })
  await expect(changeEmail(app, createTestVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
  expect((await findMail(app.db, member.email, 'email-changed'))?.data.link).toContain('/not-me/')
})

test('Withdrawals are frozen for exactly 24 hours afterwards.', async () => {
  const { app } = testApp
  const { member, token } = await requestChange()
  await changeEmail(app, createTestVisitor(), { token })

  const after = await getMember(app.db, member.id)
  const ends = app.clock.now().getTime() + RESET_FREEZE_MS
  expect(() => assertMayWithdraw(after, new Date(ends - 1))).toThrow('Withdrawals are paused')
  expect(() => assertMayWithdraw(after, new Date(ends))).not.toThrow()
})

test('The link works for exactly half an hour.', async () => {
  const { app } = testApp
  const { token } = await requestChange()

  app.clock.advance(EMAIL_CHANGE_LIFE_MS)
  await expect(changeEmail(app, createTestVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('A password link sent to the old address stops working.', async () => {
  const { app } = testApp
  const { member, token } = await requestChange()
  await requestReset(app, createTestVisitor(), { email: member.email })

  const reset = await readMailedToken(app, member.email, 'reset-password')
  await changeEmail(app, createTestVisitor(), { token })

  await expect(
    resetPassword(app, createTestVisitor(), {
      token: reset,
      password: 'orange kettle seven rivers',
    }),
  ).rejects.toMatchObject({ code: 'link_invalid' })
})

test('An address that another person took meanwhile stays theirs and is not revealed.', async () => {
  const { app } = testApp
  const { member, email, token } = await requestChange()
  await signUp(app, createTestVisitor(), await buildSignUpInput(app, { email }))

  await expect(changeEmail(app, createTestVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
  expect((await getMember(app.db, member.id)).email).toBe(member.email)
})

test('Of two members who confirm the same address at once, one gets it.', async () => {
  const { app } = testApp
  const email = `wanted${++made}@example.org`
  const tokens: string[] = []

  for (const { member } of [await createTestMember(app), await createTestMember(app)]) {
    await requestEmailChange(app, member, { email, password })
    tokens.push(await readMailedToken(app, email, 'confirm-new-email'))
  }

  const outcomes = await Promise.allSettled(
    tokens.map((token) => changeEmail(app, createTestVisitor(), { token })),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

  const refused = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'link_invalid' })
})
