import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMail } from '#modules/notifications/queries.ts'
import { setTestSetting } from '#modules/settings/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findMemberByEmail } from '../queries.ts'
import { buildSignUpInput, createTestMember, createTestVisitor } from '../testing.ts'
import { signUp } from './sign-up.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('A sign-up creates an unverified member with consents and mails a 6-digit code.', async () => {
  const { app, database } = testApp
  const { member: inviter } = await createTestMember(app)
  const input = await buildSignUpInput(app, {
    email: 'Maya@Example.com',
    phoneNumber: '030 901820',
    referralCode: inviter.referralCode,
    campaign: 'spring',
  })

  await signUp(app, createTestVisitor(), input)

  const member = await findMemberByEmail(app.db, 'MAYA@example.com')
  expect(member).toMatchObject({
    email: 'maya@example.com',
    phoneNumber: '+4930901820',
    country: 'DE',
    status: 'unverified',
    referredBy: inviter.referralCode,
    campaign: 'spring',
    createdAt: app.clock.now(),
  })

  expect(member?.referralCode).toMatch(/^[A-Z0-9]{8}$/)

  const [mail] = await listMail(app.db, { to: 'maya@example.com' })
  expect(mail?.template).toBe('verify-code')
  expect(mail?.data.code).toMatch(/^[1-9]\d{5}$/)

  const storedConsents = await database.owner.query(
    'select document, version, statement, shown_at from consent where member_id = $1 order ' +
      'by document',
    [member?.id],
  )

  expect(storedConsents.rows).toMatchObject([
    { document: 'risk-disclosure', shown_at: app.clock.now() },
    { document: 'terms', version: '2026-11-01' },
  ])
  expect(storedConsents.rows[0].statement).toContain('returns are not guaranteed')
})

test('An existing address changes nothing, and only its owner is notified.', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  const again = await buildSignUpInput(app, {
    email: member.email.toUpperCase(),
    firstName: 'Mallory',
  })

  await expect(signUp(app, createTestVisitor(), again)).resolves.toBeUndefined()
  expect(await findMemberByEmail(app.db, member.email)).toEqual(member)

  const [mail] = await listMail(app.db, { to: member.email })
  expect(mail?.template).toBe('account-exists')

  const orphans = await database.owner.query(
    'select from credential where person_id not in (select id from member)',
  )
  expect(orphans.rowCount).toBe(0)
})

test('Concurrent sign-ups with one address create one member, with equal responses.', async () => {
  const { app, database } = testApp
  const input = await buildSignUpInput(app, { email: 'rush@example.com' })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => signUp(app, createTestVisitor(), input)),
  )

  expect(answers).toEqual([undefined, undefined, undefined, undefined, undefined])

  const found = await database.owner.query(`select from member where email = 'rush@example.com'`)
  expect(found.rowCount).toBe(1)
})

test.each([
  ['an invalid phone number', { phoneNumber: '12' }, 'phone_invalid', 'phoneNumber'],
  ['a country that does not exist', { country: 'XX' }, 'country_unknown', 'country'],
  ['a short password', { password: 'a7!Kq92hh1z' }, 'password_length', 'password'],
  [
    'a password above 128 characters',
    { password: 'aB3'.repeat(43) },
    'password_length',
    'password',
  ],
  ['a common password', { password: '1q2w3e4r5t6y' }, 'password_common', 'password'],
  [
    'a password that was stolen elsewhere',
    { password: 'Sleepyhollow' },
    'password_common',
    'password',
  ],
  ['a common word with digits', { password: 'Password2026!' }, 'password_common', 'password'],
  ['a short piece repeated', { password: 'abcabcabcabc' }, 'password_common', 'password'],
  [
    'the own address',
    { email: 'longenough@example.com', password: 'longenough@example.com' },
    'password_common',
    'password',
  ],
  [
    'the own name',
    { firstName: 'Bartholomew', lastName: 'Okonkwo', password: 'BartholomewOkonkwo1' },
    'password_common',
    'password',
  ],
  ['an unknown referral code', { referralCode: 'ZZZZZZZ9' }, 'referral_unknown', 'referralCode'],
  [
    'terms of another version',
    { consentVersion: '2020-01-01' },
    'consent_outdated',
    'consentVersion',
  ],
])(
  'A sign-up with %s is refused, names the field and stores nothing',
  async (_what, overrides, code, field) => {
    const { app } = testApp
    const input = await buildSignUpInput(app, overrides)
    await expect(signUp(app, createTestVisitor(), input)).rejects.toMatchObject({
      code,
      field,
      status: 400,
    })
    expect(await findMemberByEmail(app.db, input.email)).toBeNull()
  },
)

test('An unverified member’s referral code is invalid, and an existing address reveals nothing.', async () => {
  const { app } = testApp
  const { member: unverified } = await createTestMember(app, { verified: false })
  const refused = await buildSignUpInput(app, { referralCode: unverified.referralCode })

  await expect(signUp(app, createTestVisitor(), refused)).rejects.toMatchObject({
    code: 'referral_unknown',
  })

  const { member } = await createTestMember(app)
  const own = await buildSignUpInput(app, {
    email: member.email,
    referralCode: member.referralCode,
  })
  await signUp(app, createTestVisitor(), own)

  expect(await findMemberByEmail(app.db, member.email)).toMatchObject({ referredBy: null })
})

test('Sign-ups for one address are limited, existing or not.', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)

  for (const email of [member.email, 'stranger@example.com']) {
    const input = await buildSignUpInput(app, { email })
    const tries = Array.from({ length: 7 }, () =>
      signUp(app, createTestVisitor(), input).catch((error) => error.code),
    )
    const refused = (await Promise.all(tries)).filter((code) => code === 'too_many_tries')
    expect(refused.length).toBeGreaterThanOrEqual(2)
  }
})

test('All errors of a sign-up come at once, at their fields, in the form’s order.', async () => {
  const input = await buildSignUpInput(testApp.app, {
    firstName: ' ',
    lastName: 'x'.repeat(81),
    email: 'nadia@',
    phoneNumber: '12',
    password: '1q2w3e4r5t6y',
    referralCode: 'NOBODY00',
    consentVersion: '',
  })

  await expect(signUp(testApp.app, createTestVisitor(), input)).rejects.toMatchObject({
    code: 'validation',
    status: 400,
    errors: [
      { field: 'firstName', message: 'Enter your first name.' },
      { field: 'lastName', message: 'Use up to 80 characters.' },
      { field: 'email', message: 'Enter a valid email address.' },
      { field: 'phoneNumber' },
      { field: 'password' },
      { field: 'referralCode' },
      { field: 'consentVersion', message: expect.stringMatching(/^Accept the terms/) },
    ],
  })
})

test('Sign-ups from a country that the operator excludes are rejected.', async () => {
  const { app } = testApp
  const blockCountries = (refused: string[]) =>
    setTestSetting(app, 'countries', { blocked: refused })

  await blockCountries(['US', 'KP'])

  const input = await buildSignUpInput(app, { country: 'KP', phoneNumber: '+850 2 1234' })
  const refused = { code: 'country_refused', status: 422, field: 'country' }
  await expect(signUp(app, createTestVisitor(), input)).rejects.toMatchObject(refused)
  expect(await findMemberByEmail(app.db, input.email)).toBeNull()

  await blockCountries([])
})

test('While sign-ups are paused no member is stored, and the reason is the answer.', async () => {
  const { app } = testApp
  const pause = (signUps: { reason: string; since: string } | null) =>
    setTestSetting(app, 'pauses', { deposits: null, withdrawals: null, signUps })
  await pause({ reason: 'A review.', since: app.clock.now().toISOString() })

  const input = await buildSignUpInput(app, { email: 'paused@example.com' })
  await expect(signUp(app, createTestVisitor(), input)).rejects.toMatchObject({
    code: 'sign_ups_paused',
    status: 403,
    message: 'Sign-ups are paused: A review.',
  })
  expect(await findMemberByEmail(app.db, 'paused@example.com')).toBeNull()

  await pause(null)
})
