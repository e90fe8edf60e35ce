import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { assertFresh } from '../queries.ts'
import {
  aMember,
  appCode,
  aVisitor,
  SAMPLE_PASSWORD,
  signIn,
  withAuthenticator,
  withPasskey,
} from '../testing.ts'
import { challengePasskey } from './challenge-passkey.ts'
import { stepUp } from './step-up.ts'

let house: TestApp
beforeAll(async () => {
  house = await testApp()
})
afterAll(() => house.close())

const needed = { code: 'step_up_needed', status: 403 }
const MINUTES = 60_000

test('A log-in is a proof for five minutes, and the password renews it where there is no second factor', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const session = { id: sessionId }

  await assertFresh(app, session)
  app.clock.advance(5 * MINUTES)

  await expect(assertFresh(app, session)).rejects.toMatchObject(needed)
  expect(await stepUp(app, member, sessionId, { password: SAMPLE_PASSWORD })).toMatchObject({
    by: 'password',
  })

  await assertFresh(app, session)
  await expect(assertFresh(app, null)).rejects.toMatchObject(needed)
})

test('Where a second factor is set up the password proves nothing, at log-in or later', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const other = await signIn(app, member)
  const { secret } = await withAuthenticator(app, member, sessionId)

  await expect(assertFresh(app, { id: other.sessionId })).rejects.toMatchObject(needed)
  await expect(
    stepUp(app, member, other.sessionId, { password: SAMPLE_PASSWORD }),
  ).rejects.toMatchObject({
    code: 'factor_wrong',
    field: 'password',
  })

  app.clock.advance(30_000)
  expect(await stepUp(app, member, other.sessionId, { code: appCode(app, secret) })).toMatchObject({
    by: 'code',
  })

  await assertFresh(app, { id: other.sessionId })
})

test('A code is taken once, whichever session shows it', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { secret } = await withAuthenticator(app, member, sessionId)

  app.clock.advance(30_000)

  const code = appCode(app, secret)
  await stepUp(app, member, sessionId, { code })

  const replayed = stepUp(app, member, sessionId, { code })
  await expect(replayed).rejects.toMatchObject({ code: 'factor_wrong', field: 'code' })

  const before = appCode(app, secret, -1)
  await expect(stepUp(app, member, sessionId, { code: before })).rejects.toMatchObject({
    field: 'code',
  })
})

test('Of 20 at once with one code one is right', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { secret } = await withAuthenticator(app, member, sessionId)

  app.clock.advance(30_000)

  const code = appCode(app, secret)
  const all = await Promise.allSettled(
    Array.from({ length: 20 }, () => stepUp(app, member, sessionId, { code })),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('A recovery code is taken once', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { codes } = await withAuthenticator(app, member, sessionId)
  const [recoveryCode] = codes

  expect(await stepUp(app, member, sessionId, { recoveryCode })).toMatchObject({
    by: 'recovery-code',
  })
  await expect(stepUp(app, member, sessionId, { recoveryCode })).rejects.toMatchObject({
    field: 'recovery_code',
  })
})

test('Somebody else’s recovery code, code and passkey prove nothing', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const thief = await aMember(app)
  const { secret, codes } = await withAuthenticator(app, thief.member, thief.sessionId)
  const { device } = await withPasskey(app, thief.member, thief.sessionId)

  await withAuthenticator(app, member, sessionId)
  app.clock.advance(30_000)

  const { options } = await challengePasskey(app, aVisitor(), { personId: member.id, sessionId })
  for (const shown of [
    { code: appCode(app, secret) },
    { recoveryCode: codes[0] },
    { passkey: device.use({ ...options }) },
  ])
    await expect(stepUp(app, member, sessionId, shown)).rejects.toMatchObject({
      code: 'factor_wrong',
    })
})

test('A passkey answers a challenge of this session, once', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const other = await signIn(app, member)
  const { device } = await withPasskey(app, member, sessionId)
  const { options } = await challengePasskey(app, aVisitor(), { personId: member.id, sessionId })
  const passkey = device.use({ ...options })

  expect(await stepUp(app, member, sessionId, { passkey })).toMatchObject({ by: 'passkey' })

  const again = device.use({ ...options })
  await expect(stepUp(app, member, sessionId, { passkey: again })).rejects.toMatchObject({
    field: 'passkey',
  })

  const mine = await challengePasskey(app, aVisitor(), { personId: member.id, sessionId })
  const elsewhere = device.use({ ...mine.options })
  await expect(stepUp(app, member, other.sessionId, { passkey: elsewhere })).rejects.toMatchObject({
    field: 'passkey',
  })
})

test('Six tries in a quarter of an hour are one too many, whatever is shown', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)
  const { codes } = await withAuthenticator(app, member, sessionId)

  for (let tries = 0; tries < 5; tries++)
    await expect(stepUp(app, member, sessionId, { code: '000000' })).rejects.toMatchObject({
      status: 422,
    })

  const [recoveryCode] = codes
  await expect(stepUp(app, member, sessionId, { recoveryCode })).rejects.toMatchObject({
    status: 429,
  })
})

test('Nothing, or two things at once, are not understood', async () => {
  const { app } = house
  const { member, sessionId } = await aMember(app)

  for (const shown of [
    {},
    { code: '1', recoveryCode: '2' },
    { password: SAMPLE_PASSWORD, code: '1' },
  ])
    await expect(stepUp(app, member, sessionId, shown)).rejects.toMatchObject({ status: 400 })
})
