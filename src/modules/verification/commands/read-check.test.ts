import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#lib/dates.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  buildStubConfig,
  openSumsubStub,
  type SumsubStub,
} from '../../../../tests/support/sumsub-stub.ts'
import { buildMemberVerification } from '../presenters/member.ts'
import { buildReview } from '../presenters/review.ts'
import { findVerificationLevel, getVerification } from '../queries.ts'
import { createTestVerification, declareDetails, TEST_DETAILS } from '../testing.ts'
import { beginVerification } from './begin-verification.ts'
import { passVerification } from './pass-verification.ts'
import { proposeRefusal } from './propose-refusal.ts'
import { readCheck, readChecks, readLeftCheck } from './read-check.ts'
import { saveIdentityDetails } from './save-identity-details.ts'
import { submitVerification } from './submit-verification.ts'

let testApp: TestApp
let stub: SumsubStub
let app: App
let sam: Admin
let ruth: Admin
beforeAll(async () => {
  testApp = await createTestApp()
  stub = await openSumsubStub()
  app = { ...testApp.app, config: { ...testApp.app.config, ...buildStubConfig(stub) } }
  sam = (await createTestAdmin(app, { role: 'support' })).admin
  ruth = (await createTestAdmin(app, { role: 'owner' })).admin
})
afterAll(async () => {
  await stub.close()
  await testApp.close()
})

const begin = async (): Promise<{ member: Member; id: string; link: string | null }> => {
  const { member } = await createTestMember(app)
  await declareDetails(app, member)
  const { verification, link } = await beginVerification(app, member, 'basic')
  return { member, id: verification.id, link }
}
const get = (id: string) => getVerification(app.db, id)
const complete = (id: string, reviewResult: object, info = {}) =>
  stub.review(id, { reviewStatus: 'completed', reviewResult }, info)
/** What the documents of a member show. */
const show = ({ firstName, lastName }: Member) => ({ firstName, lastName, dob: '1990-05-31' })
const pass = (id: string, info: object) => complete(id, { reviewAnswer: 'GREEN' }, info)

test('A check begins at the provider with what was declared, and a second begin continues it', async () => {
  const { member, id, link } = await begin()
  expect(link).toBe(`https://in.sumsub.example/${id}`)
  expect(stub.get(id)).toMatchObject({
    levelName: 'basic-kyc',
    fixedInfo: { firstName: member.firstName, dob: '1990-05-31' },
  })
  expect(await get(id)).toMatchObject({ code: null, providerReference: stub.get(id)?.id })

  const again = await beginVerification(app, member, 'basic')
  expect(again).toMatchObject({ link, verification: { id } })
  await expect(submitVerification(app, member, id)).rejects.toMatchObject({
    code: 'other_provider',
  })
})

test('A check waits, is in review and passes, as the provider says; a passed one stays passed', async () => {
  const { member, id } = await begin()
  await readCheck(app, id)
  expect(await get(id)).toMatchObject({ status: 'waiting_for_member' })

  stub.review(id, { reviewStatus: 'pending' })
  await readCheck(app, id)
  expect(await get(id)).toMatchObject({ status: 'in_review', name: member.label })

  pass(id, show(member))
  await readCheck(app, id)
  expect(await get(id)).toMatchObject({ status: 'passed', decidedBy: 'system', checklist: null })
  expect(await findVerificationLevel(app.db, member.id, app.clock.today())).toBe(1)

  complete(id, { reviewAnswer: 'RED', reviewRejectType: 'FINAL' })
  await readCheck(app, id)
  expect(await get(id)).toMatchObject({ status: 'passed' })
})

test('After 18 hours without a webhook the job finds the result', async () => {
  const { member, id } = await begin()
  testApp.app.clock.advance(18 * HOUR_MS)
  pass(id, show(member))
  await readChecks(app)
  expect(await get(id)).toMatchObject({ status: 'passed' })
})

test('A provider that can’t be read changes nothing, and stops no other check', async () => {
  const first = await begin()
  const second = await begin()
  stub.setDown(true)
  await expect(readChecks(app)).rejects.toThrow('Sumsub answered 503')
  expect(await get(first.id)).toMatchObject({ status: 'waiting_for_member' })

  stub.setDown(false)
  pass(second.id, show(second.member))
  await readChecks(app)
  expect(await get(second.id)).toMatchObject({ status: 'passed' })
})

test('‘Retry’ asks the member to try again with the provider’s comment, and the next attempt is a check of its own', async () => {
  const { member, id } = await begin()
  complete(id, {
    reviewAnswer: 'RED',
    reviewRejectType: 'RETRY',
    moderationComment: 'The document is blurred.',
    clientComment: 'Suspected of fraud, confidential.',
  })
  await readCheck(app, id)
  const returned = await get(id)
  expect(returned).toMatchObject({ status: 'try_again', memberReason: 'The document is blurred.' })
  expect(JSON.stringify({ ...returned, sequence: 0 })).not.toContain('fraud')

  const { verification } = await beginVerification(app, member, 'basic')
  expect(verification.id).not.toBe(id)
  complete(id, { reviewAnswer: 'GREEN' })
  await readChecks(app)
  expect(await get(id)).toMatchObject({ status: 'try_again' })
  expect(await get(verification.id)).toMatchObject({ status: 'waiting_for_member' })

  pass(verification.id, show(member))
  await readChecks(app)
  expect(await get(verification.id)).toMatchObject({ status: 'passed' })
})

test('A final refusal of the provider stays in review: two admins refuse, and no one passes it', async () => {
  const { id } = await begin()
  complete(id, {
    reviewAnswer: 'RED',
    reviewRejectType: 'FINAL',
    moderationComment: 'Forged document.',
    rejectLabels: ['FORGERY'],
  })
  await readCheck(app, id)
  await readCheck(app, id)
  expect(await get(id)).toMatchObject({
    status: 'in_review',
    providerNote: 'Forged document. · FORGERY',
    memberReason: null,
  })

  const attempt = passVerification(app, sam, {
    verificationId: id,
    confirmed: ['name', 'birthDate', 'photo', 'code'],
    documentValidUntil: '2030-01-01',
    recheckOn: '2028-01-01',
  })
  await expect(attempt).rejects.toMatchObject({ code: 'provider_decides', status: 409 })

  const reason = 'Forged, by the provider.'
  const proposal = await proposeRefusal(app, sam, { verificationId: id, reason })
  const { contentHash } = proposal
  await decideProposal(app, ruth, { id: proposal.id, contentHash, approve: true })
  expect(await get(id)).toMatchObject({ status: 'refused' })
})

test('A result of another level, or about another person, passes nothing', async () => {
  const level = await begin()
  stub.review(level.id, { levelName: 'phone-only', reviewStatus: 'completed' })
  complete(level.id, { reviewAnswer: 'GREEN' })
  await readCheck(app, level.id)
  expect(await get(level.id)).toMatchObject({
    status: 'in_review',
    providerNote: 'Sumsub decided the level phone-only, not basic-kyc.',
  })
})

test('Documents with another given or last name, date or country go to staff with both values', async () => {
  for (const [info, fields] of [
    [{ dob: '1991-05-31' }, 'date of birth'],
    [{ lastName: 'SOMEONEELSE' }, 'name'],
    [{ firstName: 'Someoneelse' }, 'name'],
    [{ idDocs: [{ idDocType: 'PASSPORT', country: 'CHL' }] }, 'country of the document'],
    [{ firstName: undefined, lastName: undefined, dob: undefined }, 'name, date of birth'],
  ] as const) {
    const { member, id } = await begin()
    pass(id, { ...show(member), ...info })
    await readCheck(app, id)
    await readCheck(app, id)

    expect(await get(id)).toMatchObject({
      status: 'in_review',
      providerNote: `The documents do not show what the member declared: ${fields}.`,
    })
    const { submitted, found } = await buildReview(app, id)
    expect(submitted).toMatchObject({ name: member.label, birthDate: '1990-05-31' })
    expect(found).not.toBeNull()
    if ('dob' in info && info.dob) expect(found?.birthDate).toBe(info.dob)
    if ('idDocs' in info) expect(found?.countries).toEqual(['CL'])
  }
})

test('A last name that is part of another, or that the member left out, is for staff', async () => {
  for (const [firstName, lastName, info] of [
    ['Wei', 'Li', { firstName: 'Wei', lastName: 'OLIVER' }],
    ['Maria', 'Anna', { firstName: 'Maria Anna', lastName: 'Berg' }],
    ['Maria', 'Anna', { firstName: 'Maria Anna', lastNameEn: 'Berg' }],
    ['Maria', 'Anna', { firstName: 'Maria Anna' }],
  ] as const) {
    const { member } = await createTestMember(app, { firstName, lastName })
    await declareDetails(app, member)
    const { verification } = await beginVerification(app, member, 'basic')
    pass(verification.id, { ...info, dob: '1990-05-31' })
    await readCheck(app, verification.id)
    expect(await get(verification.id)).toMatchObject({ status: 'in_review' })
  }
})

test('A name in Latin letters, another order, with a middle name and without accents passes', async () => {
  const { member } = await createTestMember(app, { firstName: 'José', lastName: 'Núñez Müller' })
  await declareDetails(app, member)
  const { verification } = await beginVerification(app, member, 'basic')
  pass(verification.id, {
    firstName: 'NUNEZ MUELLER',
    middleName: 'Antonio',
    lastName: 'JOSE',
    dob: '1990-05-31',
    idDocs: [{ idDocType: 'PASSPORT', country: 'DEU' }],
  })
  await readCheck(app, verification.id)
  expect(await get(verification.id)).toMatchObject({ status: 'passed', providerFound: null })
})

test('What differs is passed by a reviewer who compared it, or not at all', async () => {
  const { member, id } = await begin()
  pass(id, { ...show(member), firstName: 'Someoneelse' })
  await readCheck(app, id)

  const { checks } = await buildReview(app, id)
  expect(checks).toEqual(['name', 'birthDate'])
  const input = { verificationId: id, documentValidUntil: null, recheckOn: '2027-12-01' }
  await expect(passVerification(app, sam, { ...input, confirmed: ['name'] })).rejects.toMatchObject(
    { code: 'checks_missing' },
  )
  await passVerification(app, sam, { ...input, confirmed: checks })
  expect(await get(id)).toMatchObject({ status: 'passed', decidedBy: sam.id })
})

test('A check of details that changed meanwhile counts for nothing, and the member reads what to do', async () => {
  for (const change of ['details', 'name'] as const) {
    const { member, id } = await begin()
    if (change === 'details')
      await saveIdentityDetails(app, member, {
        ...TEST_DETAILS,
        country: member.country,
        birthDate: '1985-01-01',
        version: 1,
      })
    else
      await testApp.database.owner.query("update member set last_name = 'Other' where id = $1", [
        member.id,
      ])

    pass(id, show(member))
    await readCheck(app, id)
    expect(await get(id), change).toMatchObject({
      status: 'try_again',
      submittedAt: null,
      memberReason: expect.stringContaining('changed after this check began'),
    })
    expect(await findVerificationLevel(app.db, member.id, app.clock.today())).toBe(0)
  }
})

test('A check without a record of what was sent counts for an unchanged submission', async () => {
  const beginEarly = async () => {
    const { member } = await createTestMember(app)
    await declareDetails(app, member)
    await testApp.database.owner.query(
      `insert into identity_verification (id, member_id, level, provider, status, begun_at)
       values ('ver_' || substr(md5($1), 1, 20), $1, 'basic', 'sumsub', 'waiting_for_member', $2)`,
      [member.id, app.clock.now()],
    )
    const { verification } = await beginVerification(app, member, 'basic')
    expect(verification.sentName).toBeNull()
    return { member, id: verification.id }
  }

  const waiting = await beginEarly()
  pass(waiting.id, show(waiting.member))
  await readCheck(app, waiting.id)
  expect(await get(waiting.id)).toMatchObject({ status: 'passed', memberReason: null })

  for (const isChanged of [false, true]) {
    const { member, id } = await beginEarly()
    stub.review(id, { reviewStatus: 'pending' })
    await readCheck(app, id)
    expect(await get(id)).toMatchObject({ status: 'in_review', identityVersion: 1 })
    if (isChanged)
      await testApp.database.owner.query("update member set last_name = 'Other' where id = $1", [
        member.id,
      ])

    pass(id, show(member))
    await readCheck(app, id)
    expect((await get(id)).status).toBe(isChanged ? 'try_again' : 'passed')
  }
})

test('A member who changed details continues with a check of the new ones', async () => {
  const { member, id } = await begin()
  await saveIdentityDetails(app, member, {
    ...TEST_DETAILS,
    country: member.country,
    birthDate: '1985-01-01',
    version: 1,
  })
  const { verification } = await beginVerification(app, member, 'basic')
  expect(verification.id).not.toBe(id)
  expect(stub.get(verification.id)).toMatchObject({ fixedInfo: { dob: '1985-01-01' } })
  expect(await get(id)).toMatchObject({ status: 'try_again' })

  await expect(
    testApp.database.pool.query(
      "update identity_verification set sent_name = 'Other' where id = $1",
      [verification.id],
    ),
  ).rejects.toThrow('does not change')
})

const DESK = { IDENTITY_PROVIDER: 'desk' as const }
const leaveProvider = (change: object = {}): App => ({
  ...app,
  config: { ...app.config, ...DESK, ...change },
})
const WITHOUT_CREDENTIALS = { SUMSUB_APP_TOKEN: undefined, SUMSUB_SECRET_KEY: undefined }

test('After the provider was left a waiting check ends, and the member starts at the desk', async () => {
  const { member, id } = await begin()
  const left = leaveProvider()
  const { levels } = await buildMemberVerification(left, member.id)
  expect(levels[0]).toMatchObject({
    status: 'try_again',
    canBegin: true,
    reason: expect.stringContaining('Please start again'),
  })

  await readChecks(left)
  expect(await get(id)).toMatchObject({
    status: 'try_again',
    memberReason: expect.stringContaining('We now verify identities in another way'),
  })
  const { verification } = await beginVerification(left, member, 'basic')
  expect(verification).toMatchObject({ provider: 'desk', status: 'waiting_for_member' })
})

test('A member continues at the desk before the job has ended the check, and without the credentials', async () => {
  const { member, id } = await begin()
  const { verification } = await beginVerification(
    leaveProvider(WITHOUT_CREDENTIALS),
    member,
    'basic',
  )
  expect(verification).toMatchObject({ provider: 'desk', status: 'waiting_for_member' })
  expect(await get(id)).toMatchObject({ status: 'try_again' })
})

test('A result that the left provider still gives is not lost', async () => {
  const done = await begin()
  pass(done.id, show(done.member))
  const pending = await begin()
  stub.review(pending.id, { reviewStatus: 'pending' })
  await readCheck(app, pending.id)

  const continued = await begin()
  pass(continued.id, show(continued.member))
  await readLeftCheck(leaveProvider(), continued.member.id, 'basic')
  expect(await get(continued.id)).toMatchObject({ status: 'passed' })

  await readChecks(leaveProvider())
  expect(await get(done.id)).toMatchObject({ status: 'passed' })
  expect(await get(pending.id)).toMatchObject({ status: 'in_review' })

  await readChecks(leaveProvider(WITHOUT_CREDENTIALS))
  expect(await get(pending.id)).toMatchObject({ status: 'try_again' })
})

test('What waits for staff stays with them after the provider was left', async () => {
  const { id } = await begin()
  complete(id, { reviewAnswer: 'RED', reviewRejectType: 'FINAL', moderationComment: 'Forged.' })
  await readCheck(app, id)
  await readChecks(leaveProvider(WITHOUT_CREDENTIALS))
  expect(await get(id)).toMatchObject({ status: 'in_review', providerNote: 'Forged.' })
})

test('A verification of the desk is never read from a provider', async () => {
  const { verification } = await createTestVerification(testApp.app)
  const before = stub.requestedPaths.length
  await readCheck(app, verification.id)
  expect(stub.requestedPaths).toHaveLength(before)
})
