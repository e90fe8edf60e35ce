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
import { findVerificationLevel, getVerification } from '../queries.ts'
import { createTestVerification, declareDetails } from '../testing.ts'
import { beginVerification } from './begin-verification.ts'
import { passVerification } from './pass-verification.ts'
import { proposeRefusal } from './propose-refusal.ts'
import { readCheck, readChecks } from './read-check.ts'
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

  complete(id, { reviewAnswer: 'GREEN' }, { lastName: member.lastName, dob: '1990-05-31' })
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
  complete(id, { reviewAnswer: 'GREEN' }, { lastName: member.lastName, dob: '1990-05-31' })
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
  complete(second.id, { reviewAnswer: 'GREEN' })
  await readChecks(app)
  expect(await get(second.id)).toMatchObject({ status: 'passed' })
})

test('‘Retry’ asks the member to try again with the comment for them, and the next attempt is a check of its own', async () => {
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

  complete(verification.id, { reviewAnswer: 'GREEN' })
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

  const pass = passVerification(app, sam, {
    verificationId: id,
    confirmed: ['name', 'birthDate', 'photo', 'code'],
    documentValidUntil: '2030-01-01',
    recheckOn: '2028-01-01',
  })
  await expect(pass).rejects.toMatchObject({ code: 'provider_decides', status: 409 })

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

  const born = await begin()
  complete(born.id, { reviewAnswer: 'GREEN' }, { dob: '1991-05-31' })
  await readCheck(app, born.id)
  expect(await get(born.id)).toMatchObject({
    status: 'in_review',
    providerNote: 'The date of birth on the document differs from the declared one.',
  })

  const named = await begin()
  complete(named.id, { reviewAnswer: 'GREEN' }, { lastName: 'SOMEONEELSE' })
  await readCheck(app, named.id)
  expect(await get(named.id)).toMatchObject({ status: 'in_review' })
})

test('A verification of the desk is never read from a provider', async () => {
  const { verification } = await createTestVerification(testApp.app)
  const before = stub.requestedPaths.length
  await readCheck(app, verification.id)
  expect(stub.requestedPaths).toHaveLength(before)
})
