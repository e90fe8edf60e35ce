import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { updateProfile } from '#modules/identity/commands/update-profile.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { findMail } from '#modules/notifications/queries.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { LEVELS, type ReviewInput } from '../model.ts'
import { findVerificationLevel, getVerification } from '../queries.ts'
import { createSubmitted, createTestVerification, makeVerified, passTest } from '../testing.ts'
import { passVerification } from './pass-verification.ts'

let testApp: TestApp
let sam: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  sam = (await createTestAdmin(testApp.app, { role: 'support' })).admin
})
afterAll(() => testApp.close())

const getLevel = (memberId: string, on = testApp.app.clock.today()) =>
  findVerificationLevel(testApp.app.db, memberId, on)

test('A member reaches each level in turn, and is notified by mail', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  expect(await getLevel(member.id)).toBe(0)

  for (const [at, level] of LEVELS.entries()) {
    const submitted = await createSubmitted(app, member, level)
    expect(await getLevel(member.id)).toBe(at)
    expect(await passTest(app, sam, submitted)).toMatchObject({
      status: 'passed',
      decidedBy: sam.id,
      checklist: { name: true },
    })
    expect(await getLevel(member.id)).toBe(at + 1)
  }

  expect(await findMail(app.db, member.email, 'verification-passed')).toMatchObject({
    data: { level: 'Source of funds' },
  })
})

test('A level ends on its re-check date, and the higher ones with it', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const today = app.clock.today()
  await passTest(app, sam, await createSubmitted(app, member), 30)
  await passTest(app, sam, await createSubmitted(app, member, 'full'), 60)

  expect(await getLevel(member.id, addDays(today, 29))).toBe(2)
  expect(await getLevel(member.id, addDays(today, 30))).toBe(0)
})

test('A level counts for the name that was verified', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await makeVerified(app, member.id, 'basic', sam)
  expect(await getLevel(member.id)).toBe(1)
  await updateProfile(app, member, { version: 1, firstName: 'Another', lastName: 'Person' })
  expect(await getLevel(member.id)).toBe(0)
})

test('Each check has to be confirmed, and the dates have to be possible', async () => {
  const { app } = testApp
  const { verification } = await createTestVerification(app)
  const today = app.clock.today()
  const input: ReviewInput = {
    confirmed: ['name', 'birthDate', 'photo', 'code'],
    documentValidUntil: addDays(today, 400),
    recheckOn: addDays(today, 365),
  }
  const pass = (change: Partial<ReviewInput>, by = sam) =>
    passVerification(app, by, { verificationId: verification.id, ...input, ...change })

  await expect(pass({ confirmed: ['name', 'birthDate', 'photo'] })).rejects.toMatchObject({
    code: 'checks_missing',
    field: 'confirmed',
  })
  for (const recheckOn of [today, addDays(today, 401), addDays(today, 9_000), 'soon'])
    await expect(pass({ recheckOn }), recheckOn).rejects.toMatchObject({ field: 'recheckOn' })
  for (const documentValidUntil of [null, today, '2027-02-30'])
    await expect(pass({ documentValidUntil })).rejects.toMatchObject({
      field: 'documentValidUntil',
    })
  const { admin: viewer } = await createTestAdmin(app, { role: 'viewer' })
  await expect(pass({}, viewer)).rejects.toMatchObject({ code: 'role_missing', status: 403 })

  expect(await pass({})).toMatchObject({
    checklist: { code: true, documentValidUntil: input.documentValidUntil },
  })
  await expect(pass({})).rejects.toMatchObject({ code: 'not_in_review', status: 409 })
})

test('The database passes no verification without a checklist and a re-check date, and changes no decision', async () => {
  const { app, database } = testApp
  const { verification } = await createTestVerification(app)
  const set = (assignment: string) =>
    database.pool.query(`update identity_verification set ${assignment} where id = $1`, [
      verification.id,
    ])
  const decided = `status = 'passed', decided_at = now(), decided_by = 'adm_x'`

  await expect(set(`${decided}, expires_on = '2030-01-01'`)).rejects.toThrow('check')
  await expect(set(`${decided}, checklist = '{}'`)).rejects.toThrow('check')

  await passTest(app, sam, verification)
  for (const assignment of [
    `expires_on = '2099-01-01'`,
    `decided_by = 'adm_y'`,
    `checklist = '{}'`,
  ])
    await expect(set(assignment), assignment).rejects.toThrow('does not change')
  await expect(set(`status = 'in_review'`)).rejects.toThrow('cannot go from')
  expect(await getVerification(app.db, verification.id)).toMatchObject({ status: 'passed' })
})
