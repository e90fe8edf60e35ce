import { afterAll, beforeAll, expect, test } from 'vitest'
import { screenMembers } from '#modules/compliance/commands/screen-members.ts'
import { countDueMembers, listCases } from '#modules/compliance/queries.ts'
import { buildTestParty, loadTestList } from '#modules/compliance/testing.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findIdentityDetails, findVerificationLevel } from '../queries.ts'
import { createTestVerification, makeVerified, passTest, TEST_DETAILS } from '../testing.ts'
import { beginVerification } from './begin-verification.ts'
import { saveIdentityDetails } from './save-identity-details.ts'

let testApp: TestApp
let sam: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  sam = (await createTestAdmin(testApp.app, { role: 'support' })).admin
})
afterAll(() => testApp.close())

test('Details are stored, and changed by the version that was shown', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await saveIdentityDetails(app, member, { ...TEST_DETAILS, street: ' Example 1 ', version: 0 })
  expect(await findIdentityDetails(app.db, member.id)).toMatchObject({
    birthDate: '1990-05-31',
    street: 'Example 1',
    version: 1,
  })

  await saveIdentityDetails(app, member, { ...TEST_DETAILS, city: 'Otherton', version: 1 })
  expect(await findIdentityDetails(app.db, member.id)).toMatchObject({
    city: 'Otherton',
    version: 2,
  })
  await expect(
    saveIdentityDetails(app, member, { ...TEST_DETAILS, version: 1 }),
  ).rejects.toMatchObject({ code: 'details_changed', status: 409 })
})

test('The same details again are no new version: a verification of them counts', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await makeVerified(app, member.id, 'basic', sam)

  for (const version of [0, 1]) await saveIdentityDetails(app, member, { ...TEST_DETAILS, version })
  expect(await findIdentityDetails(app.db, member.id)).toMatchObject({ version: 1 })
  expect(await findVerificationLevel(app.db, member.id, app.clock.today())).toBe(1)
})

test('Every wrong field is named at once, and a member has to be 18 on the business date', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  const save = (details: Partial<typeof TEST_DETAILS>) =>
    saveIdentityDetails(app, member, { ...TEST_DETAILS, ...details, version: 0 })

  await expect(
    save({ birthDate: '2026-02-30', nationality: 'XX', street: ' ', city: 'a\nb', country: '' }),
  ).rejects.toMatchObject({
    code: 'invalid_details',
    errors: [
      { field: 'birthDate' },
      { field: 'nationality' },
      { field: 'street' },
      { field: 'city' },
      { field: 'country' },
    ],
  })
  await expect(save({ postalCode: '1'.repeat(21) })).rejects.toMatchObject({ field: 'postalCode' })
  await expect(save({ birthDate: '2027-01-01' })).rejects.toMatchObject({ field: 'birthDate' })
  await expect(save({ birthDate: '2008-11-21' })).rejects.toMatchObject({ code: 'under_age' })
  await save({ birthDate: '2008-11-20' })
})

test('Details in review or verified don’t change, until another basic verification has begun', async () => {
  const { app, database } = testApp
  const { member, verification } = await createTestVerification(app)
  const change = (version: number) =>
    saveIdentityDetails(app, member, { ...TEST_DETAILS, city: 'Otherton', version })
  const rewrite = () =>
    database.pool.query(
      `update member_identity set city = 'X', version = version + 1 where member_id = $1`,
      [member.id],
    )

  await expect(change(1)).rejects.toMatchObject({ code: 'details_locked', status: 409 })
  await expect(rewrite()).rejects.toThrow('in review or verified')

  await passTest(app, sam, verification)
  await expect(change(1)).rejects.toMatchObject({ code: 'details_locked' })
  await expect(rewrite()).rejects.toThrow('in review or verified')
  expect(await findVerificationLevel(app.db, member.id, app.clock.today())).toBe(1)

  await beginVerification(app, member, 'basic')
  await change(1)
  expect(await findVerificationLevel(app.db, member.id, app.clock.today())).toBe(0)
  await makeVerified(app, member.id, 'basic')
  expect(await findVerificationLevel(app.db, member.id, app.clock.today())).toBe(1)
})

test('The database takes no details of a minor or out of order, and deletes none of an open account', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await saveIdentityDetails(app, member, { ...TEST_DETAILS, version: 0 })
  const set = (assignment: string) =>
    database.pool.query(`update member_identity set ${assignment} where member_id = $1`, [
      member.id,
    ])

  await expect(set(`birth_date = '2010-01-01', version = 2`)).rejects.toThrow('check')
  await expect(set('version = 3')).rejects.toThrow('next version')
  await expect(set(`city = 'X'`)).rejects.toThrow('next version')
  await expect(
    database.pool.query('delete from member_identity where member_id = $1', [member.id]),
  ).rejects.toThrow('while the account is open')
})

test('A declared date of birth, and each change of it, is compared with the sanctions lists', async () => {
  const { app } = testApp
  const party = buildTestParty({ birthDates: ['1961-04-03'] })
  const [firstName = '', lastName = ''] = party.names[0]?.split(' ') ?? []
  const { member } = await createTestMember(app, { firstName, lastName })
  await loadTestList(app, [party])
  await screenMembers(app)
  const listOwn = async () =>
    (await listCases(app.db)).filter(({ memberId }) => memberId === member.id)
  expect(await listOwn()).toMatchObject([{ person: { birthDate: null } }])

  await saveIdentityDetails(app, member, { ...TEST_DETAILS, birthDate: '1961-04-03', version: 0 })
  expect(await countDueMembers(app.db)).toBe(1)
  await screenMembers(app)
  expect(await listOwn()).toMatchObject([{ person: { birthDate: '1961-04-03' } }, {}])

  await saveIdentityDetails(app, member, { ...TEST_DETAILS, birthDate: '1961-04-04', version: 1 })
  expect(await countDueMembers(app.db)).toBe(1)
  await screenMembers(app)
  expect(await countDueMembers(app.db)).toBe(0)
})
