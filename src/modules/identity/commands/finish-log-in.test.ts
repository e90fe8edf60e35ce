import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMail, listMail } from '#modules/notifications/queries.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import type { Person } from '../model.ts'
import { listSignIns } from '../queries/factors.ts'
import {
  aMember,
  anAdmin,
  appCode,
  aVisitor,
  mailedToken,
  SAMPLE_PASSWORD,
  withAuthenticator,
  withPasskey,
} from '../testing.ts'
import { adminLogIn } from './admin-log-in.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { finishLogIn } from './finish-log-in.ts'
import { logIn } from './log-in.ts'
import { requestReset } from './request-reset.ts'
import { resetPassword } from './reset-password.ts'
import { resumeSession } from './resume-session.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const password = SAMPLE_PASSWORD
const invalid = { code: 'ticket_invalid', status: 401 }

async function ticketOf(person: Person, rememberMe = false): Promise<string> {
  const input = { email: person.email, password, rememberMe }
  const command = person.kind === 'member' ? logIn : adminLogIn
  const refused = await command(house.app, aVisitor(), input).catch((error) => error)
  expect(refused).toMatchObject({ code: 'second_factor_needed', status: 401 })
  return refused.alongside.ticket
}

async function memberWithCode() {
  const made = await aMember(house.app)
  const { secret, codes } = await withAuthenticator(house.app, made.member, made.sessionId)
  house.app.clock.advance(30_000)
  return { ...made, secret, codes, code: () => appCode(house.app, secret) }
}

test('After the right password a code opens the session, remembered as was asked', async () => {
  const { app } = house
  const { member, code } = await memberWithCode()
  const ticket = await ticketOf(member, true)
  const opened = await finishLogIn(app, aVisitor(), { kind: 'member', ticket, code: code() })

  expect(await resumeSession(app, opened)).toMatchObject({
    member: { id: member.id },
    session: { remembered: true },
  })
  expect((await listSignIns(app.db, member.id))[0]).toMatchObject({ outcome: 'good', by: 'code' })
})

test('A ticket is used once, ends after five minutes, and a made-up one is worth nothing', async () => {
  const { app } = house
  const { member, code } = await memberWithCode()
  const ticket = await ticketOf(member)

  await finishLogIn(app, aVisitor(), { kind: 'member', ticket, code: code() })
  app.clock.advance(30_000)

  const again = finishLogIn(app, aVisitor(), { kind: 'member', ticket, code: code() })
  await expect(again).rejects.toMatchObject(invalid)

  const late = await ticketOf(member)
  app.clock.advance(5 * 60_000)

  await expect(
    finishLogIn(app, aVisitor(), { kind: 'member', ticket: late, code: code() }),
  ).rejects.toMatchObject(invalid)
  await expect(
    finishLogIn(app, aVisitor(), { kind: 'member', ticket: 'made up', code: code() }),
  ).rejects.toMatchObject(invalid)
})

test('A ticket is no session, and opens nothing at the other door', async () => {
  const { app } = house
  const { member, code } = await memberWithCode()
  const ticket = await ticketOf(member)

  expect(await resumeSession(app, { token: ticket })).toBeNull()
  await expect(
    finishLogIn(app, aVisitor(), { kind: 'admin', ticket, code: code() }),
  ).rejects.toMatchObject(invalid)

  const { admin, sessionId } = await anAdmin(app)
  const { secret } = await withAuthenticator(app, admin, sessionId)

  app.clock.advance(30_000)

  const own = { ticket: await ticketOf(admin), code: appCode(app, secret) }
  await expect(finishLogIn(app, aVisitor(), { kind: 'member', ...own })).rejects.toMatchObject(
    invalid,
  )

  await finishLogIn(app, aVisitor(), { kind: 'admin', ...own })
})

test('A code that opened one session opens no second', async () => {
  const { app } = house
  const { member, code } = await memberWithCode()
  const [first, second] = [await ticketOf(member), await ticketOf(member)]
  const used = code()

  await finishLogIn(app, aVisitor(), { kind: 'member', ticket: first, code: used })
  await expect(
    finishLogIn(app, aVisitor(), { kind: 'member', ticket: second, code: used }),
  ).rejects.toMatchObject({ code: 'factor_wrong', field: 'code' })
  expect((await listSignIns(app.db, member.id))[0]).toMatchObject({ outcome: 'wrong-factor' })
})

test('A recovery code opens once, and its use is mailed', async () => {
  const { app } = house
  const { member, codes } = await memberWithCode()
  const [recoveryCode] = codes
  const ticket = await ticketOf(member)

  await finishLogIn(app, aVisitor(), { kind: 'member', ticket, recoveryCode })

  const mail = await findMail(app.db, member.email, 'factor-changed')
  expect(mail?.data).toMatchObject({ what: 'code-used', frozen: false })

  const second = await ticketOf(member)
  await expect(
    finishLogIn(app, aVisitor(), { kind: 'member', ticket: second, recoveryCode }),
  ).rejects.toMatchObject({ field: 'recovery_code' })
})

test('A passkey opens, for the ticket that it was asked with alone', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { device } = await withPasskey(app, member, sessionId)
  const [ticket, other] = [await ticketOf(member), await ticketOf(member)]
  const { options } = await challengePasskey(app, aVisitor(), { ticket })
  const passkey = device.use({ ...options })

  await expect(
    finishLogIn(app, aVisitor(), { kind: 'member', ticket: other, passkey }),
  ).rejects.toMatchObject({ field: 'passkey' })

  await finishLogIn(app, aVisitor(), { kind: 'member', ticket, passkey })
})

test('After a new password the ticket of the old one is worth nothing', async () => {
  const { app } = house
  const { member, code } = await memberWithCode()
  const ticket = await ticketOf(member)

  app.clock.advance(1000)
  await requestReset(app, aVisitor(), { email: member.email })

  const token = await mailedToken(app, member.email, 'reset-password')
  await resetPassword(app, aVisitor(), { token, password: 'four unrelated words here' })

  await expect(
    finishLogIn(app, aVisitor(), { kind: 'member', ticket, code: code() }),
  ).rejects.toMatchObject(invalid)
})

test('Six wrong tries are one too many, with a new ticket each', async () => {
  const { app } = house
  const { member } = await memberWithCode()
  const tries: unknown[] = []

  for (let count = 0; count < 6; count++) {
    const ticket = await ticketOf(member)
    const input = { kind: 'member' as const, ticket, code: '000000' }
    tries.push(await finishLogIn(app, aVisitor(), input).catch(({ status }) => status))
  }

  expect(tries).toEqual([422, 422, 422, 422, 422, 429])
})

test('A device that was not seen before is mailed, with a way to say no; one that was is not', async () => {
  const { app } = house
  const { member } = await aMember(app)
  const mails = async () =>
    (await listMail(app.db, { to: member.email, template: 'new-device' })).length
  const at = (device: string) =>
    logIn(app, { ...aVisitor(), device }, { email: member.email, password })

  await at('first')
  expect(await mails()).toBe(0)

  await at('second')
  await at('second')
  await at('first')

  expect(await mails()).toBe(1)

  const mail = await findMail(app.db, member.email, 'new-device')
  expect(mail?.data).toMatchObject({ device: 'A program', near: '192.0.2.x' })
  expect(mail?.data.link).toContain('/not-me/')
})
