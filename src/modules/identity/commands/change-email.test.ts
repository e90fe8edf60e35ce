import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { assertMayWithdraw, EMAIL_CHANGE_LIFE_MS, RESET_FREEZE_MS } from '../model.ts'
import { getMember } from '../queries.ts'
import { aMember, aSignUp, aVisitor, mailedToken, SAMPLE_PASSWORD } from '../testing.ts'
import { changeEmail } from './change-email.ts'
import { logIn } from './log-in.ts'
import { requestEmailChange } from './request-email-change.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { signUp } from './sign-up.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const password = SAMPLE_PASSWORD
let made = 0

async function asked() {
  const { app } = house
  const { member } = await aMember(app)
  const email = `moved${++made}@example.org`
  await requestEmailChange(app, member, { email, password })
  return { member, email, token: await mailedToken(app, email, 'confirm-new-email') }
}

test('The link changes the address once: the new one signs in, the old one doesn’t', async () => {
  const { app } = house
  const { member, email, token } = await asked()
  await changeEmail(app, aVisitor(), { token })

  await expect(logIn(app, aVisitor(), { email, password })).resolves.toBeTruthy()
  await expect(logIn(app, aVisitor(), { email: member.email, password })).rejects.toMatchObject({
    status: 401,
  })
  await expect(changeEmail(app, aVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
  expect((await findMail(app.db, member.email, 'email-changed'))?.data.link).toContain('/not-me/')
})

test('Withdrawals rest for 24 hours afterwards, and not a moment longer', async () => {
  const { app } = house
  const { member, token } = await asked()
  await changeEmail(app, aVisitor(), { token })

  const after = await getMember(app.db, member.id)
  const ends = app.clock.now().getTime() + RESET_FREEZE_MS
  expect(() => assertMayWithdraw(after, new Date(ends - 1))).toThrow('Withdrawals are paused')
  expect(() => assertMayWithdraw(after, new Date(ends))).not.toThrow()
})

test('The link works for half an hour and not a moment longer', async () => {
  const { app } = house
  const { token } = await asked()

  app.clock.advance(EMAIL_CHANGE_LIFE_MS)
  await expect(changeEmail(app, aVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
})

test('A link to a new password that went to the old address is worth nothing then', async () => {
  const { app } = house
  const { member, token } = await asked()
  await requestReset(app, aVisitor(), { email: member.email })

  const reset = await mailedToken(app, member.email, 'reset-password')
  await changeEmail(app, aVisitor(), { token })

  await expect(
    resetPassword(app, aVisitor(), { token: reset, password: 'orange kettle seven rivers' }),
  ).rejects.toMatchObject({ code: 'link_invalid' })
})

test('An address that somebody signed up with meanwhile stays theirs, and the link says no more than that it is over', async () => {
  const { app } = house
  const { member, email, token } = await asked()
  await signUp(app, aVisitor(), await aSignUp(app, { email }))

  await expect(changeEmail(app, aVisitor(), { token })).rejects.toMatchObject({
    code: 'link_invalid',
  })
  expect((await getMember(app.db, member.id)).email).toBe(member.email)
})

test('Of two members who confirm the same address at once one has it', async () => {
  const { app } = house
  const email = `wanted${++made}@example.org`
  const tokens: string[] = []

  for (const { member } of [await aMember(app), await aMember(app)]) {
    await requestEmailChange(app, member, { email, password })
    tokens.push(await mailedToken(app, email, 'confirm-new-email'))
  }

  const outcomes = await Promise.allSettled(
    tokens.map((token) => changeEmail(app, aVisitor(), { token })),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])

  const refused = outcomes.find((outcome) => outcome.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'link_invalid' })
})
