import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import type { Admin } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { findVerificationLevel, listDocuments, listVerifications } from '../queries.ts'
import {
  createDraft,
  createTestVerification,
  declareDetails,
  drawTestDocument,
  makeVerified,
  TEST_DETAILS,
} from '../testing.ts'
import { beginVerification } from './begin-verification.ts'
import { returnVerification } from './return-verification.ts'
import { saveIdentityDetails } from './save-identity-details.ts'
import { uploadDocument } from './upload-document.ts'

let testApp: TestApp
let sam: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  sam = (await createTestAdmin(testApp.app, { role: 'support' })).admin
})
afterAll(() => testApp.close())

test('A verification begins once details are declared; a second begin continues it', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await expect(beginVerification(app, member, 'basic')).rejects.toMatchObject({
    code: 'details_needed',
  })

  await declareDetails(app, member)
  const { verification, link } = await beginVerification(app, member, 'basic')
  expect(verification).toMatchObject({ status: 'waiting_for_member', provider: 'desk' })
  expect(verification.code).toMatch(/^\d{6}$/)
  expect(link).toBeNull()

  await beginVerification(app, member, 'basic')
  expect(await listVerifications(app.db, member.id)).toHaveLength(1)
})

test('A higher level begins once the lower one is passed or in review', async () => {
  const { app } = testApp
  const { member } = await createTestVerification(app)
  await beginVerification(app, member, 'full')
  await expect(beginVerification(app, member, 'source_of_funds')).rejects.toMatchObject({
    code: 'lower_level',
    status: 409,
  })

  const { member: other } = await createTestMember(app)
  await makeVerified(app, other.id, 'full')
  const { verification } = await beginVerification(app, other, 'source_of_funds')
  expect(verification.code).toBeNull()
})

test('A new day brings a new code, until a photo shows the one before', async () => {
  const { app } = await createTestApp()
  const { member } = await createTestMember(app)
  await declareDetails(app, member)
  const { verification: first } = await beginVerification(app, member, 'basic')

  app.clock.advance(86_400_000)
  const { verification: second } = await beginVerification(app, member, 'basic')
  expect(second.codeOn).not.toBe(first.codeOn)

  await uploadDocument(app, member, {
    verificationId: second.id,
    kind: 'photo_with_code',
    file: await drawTestDocument(),
  })
  app.clock.advance(86_400_000)
  const { verification: third } = await beginVerification(app, member, 'basic')
  expect(third).toMatchObject({ code: second.code, codeOn: second.codeOn })
})

test('After ‘try again’ the next attempt has the documents that were not rejected, with the code of a photo that stays', async () => {
  const { app } = testApp
  const { member, verification } = await createTestVerification(app)
  await returnVerification(app, sam, {
    verificationId: verification.id,
    memberReason: 'The document is blurred.',
    documents: ['identity_document'],
  })

  const { verification: next } = await beginVerification(app, member, 'basic')
  expect(next.id).not.toBe(verification.id)
  expect(next.code).toBe(verification.code)
  expect(await listDocuments(app.db, [next.id])).toMatchObject([{ kind: 'photo_with_code' }])
  expect(await listDocuments(app.db, [verification.id])).toHaveLength(2)
})

test('SQL takes one open verification per level, which first waits for the member', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await createDraft(app, member)
  const insert = (status: string) =>
    database.pool.query(
      `insert into identity_verification (id, member_id, level, provider, status, begun_at)
        values ('ver_' || repeat('0', 20), $1, 'basic', 'desk', $2, now())`,
      [member.id, status],
    )

  await expect(insert('waiting_for_member')).rejects.toThrow('identity_verification_open')
  await expect(insert('passed')).rejects.toThrow('waits for the member')
})

test('Without a provider nothing begins', async () => {
  const { app } = testApp
  const { member } = await createTestMember(app)
  await declareDetails(app, member)
  const off = { ...app, config: { ...app.config, IDENTITY_PROVIDER: 'none' as const } }
  await expect(beginVerification(off, member, 'basic')).rejects.toMatchObject({
    code: 'not_offered',
  })
})

test('A level counts only in the country that was verified; details name the profile’s country', async () => {
  const { app, database } = testApp
  const { member } = await createTestMember(app)
  await makeVerified(app, member.id, 'basic')
  const getLevel = () => findVerificationLevel(app.db, member.id, app.clock.today())
  expect(await getLevel()).toBe(1)

  await database.owner.query("update member set country = 'GH' where id = $1", [member.id])
  expect(await getLevel()).toBe(0)

  const { member: other } = await createTestMember(app)
  await expect(
    saveIdentityDetails(app, other, { ...TEST_DETAILS, country: 'GH', version: 0 }),
  ).rejects.toMatchObject({ code: 'country_differs', field: 'country' })
})

test('A refused member can try again 30 days later, and not a day before', async () => {
  const { app, database } = testApp
  const { verification } = await createTestVerification(app)
  const member = await getMember(app.db, verification.memberId)
  await database.owner.query('alter table identity_verification disable trigger all')
  await database.owner.query(
    `update identity_verification set status = 'refused', decided_at = $2, decided_by = 'adm_x',
      approval_id = 'prp_x', staff_reason = 'Another person.' where id = $1`,
    [verification.id, app.clock.now()],
  )
  await database.owner.query('alter table identity_verification enable trigger all')

  app.clock.advance(29 * DAY_MS)
  await expect(beginVerification(app, member, 'basic')).rejects.toMatchObject({
    code: 'verification_refused',
  })
  app.clock.advance(DAY_MS)
  expect((await beginVerification(app, member, 'basic')).verification.status).toBe(
    'waiting_for_member',
  )
})
