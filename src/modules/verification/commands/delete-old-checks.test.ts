import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import {
  acknowledgeTestWarning,
  getSampleRules,
  publishTestRules,
} from '#modules/eligibility/testing.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { closeAccount } from '#modules/portfolio/steps/close-account.ts'
import { setSetting } from '#modules/settings/steps/set-setting.ts'
import type { App } from '#platform/app.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import {
  buildStubConfig,
  openSumsubStub,
  type SumsubStub,
} from '../../../../tests/support/sumsub-stub.ts'
import { countLeftChecks, getVerification } from '../queries.ts'
import { declareDetails } from '../testing.ts'
import { beginVerification } from './begin-verification.ts'
import { deleteOldChecks } from './delete-old-checks.ts'
import { proposeRefusal } from './propose-refusal.ts'
import { readCheck } from './read-check.ts'

let testApp: TestApp
let stub: SumsubStub
let app: App
beforeAll(async () => {
  testApp = await createTestApp()
  stub = await openSumsubStub()
  app = { ...testApp.app, config: { ...testApp.app.config, ...buildStubConfig(stub) } }
  const retention = { proofDays: 10, messageDays: 10, notificationDays: 10, identityDays: 30 }
  await app.db
    .transaction()
    .execute((tx) => setSetting(tx, 'retention', retention, { by: 'adm_x', at: app.clock.now() }))
})
afterAll(async () => {
  await stub.close()
  await testApp.close()
})

async function begin() {
  const { member } = await createTestMember(app)
  await declareDetails(app, member)
  const { verification } = await beginVerification(app, member, 'basic')
  return { member, id: verification.id }
}
const isForgotten = (id: string) => stub.get(id)?.deleted

/** Brings checks into each state, and returns their ids. */
async function createChecks() {
  const { admin: sam } = await createTestAdmin(app, { role: 'support' })
  const { admin: ruth } = await createTestAdmin(app, { role: 'owner' })

  const refused = await begin()
  const reviewResult = { reviewAnswer: 'RED', reviewRejectType: 'FINAL' }
  stub.review(refused.id, { reviewStatus: 'completed', reviewResult })
  await readCheck(app, refused.id)
  const { id, contentHash } = await proposeRefusal(app, sam, {
    verificationId: refused.id,
    reason: 'Forged, by the provider.',
  })
  await decideProposal(app, ruth, { id, contentHash, approve: true })

  const abandoned = await begin()
  const closed = await begin()
  const closing = { memberId: closed.member.id, byStaff: false, reason: null }
  await app.db.transaction().execute((tx) => closeAccount(tx, app, closed.member, closing))

  const passed = await begin()
  const { firstName, lastName } = passed.member
  const info = { firstName, lastName, dob: '1990-05-31' }
  const green = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } }
  stub.review(passed.id, green, info)
  await readCheck(app, passed.id)

  return { refused: refused.id, abandoned: abandoned.id, closed: closed.id, passed: passed.id }
}

test('Refused, abandoned and closed checks are deleted at the provider after retention; passed ones stay', async () => {
  const { refused, abandoned, closed, passed } = await createChecks()
  testApp.app.clock.advance(29 * DAY_MS)
  await deleteOldChecks(app)
  expect([refused, abandoned, closed].map(isForgotten)).toEqual([false, false, false])

  testApp.app.clock.advance(2 * DAY_MS)
  stub.setDown(true)
  await expect(deleteOldChecks(app)).rejects.toThrow('Sumsub answered 503')
  stub.setDown(false)
  await deleteOldChecks(app)
  expect([refused, abandoned, closed, passed].map(isForgotten)).toEqual([true, true, true, false])
  expect(await getVerification(app.db, abandoned)).toMatchObject({ status: 'try_again' })

  const requests = stub.requestedPaths.length
  await deleteOldChecks(app)
  expect(stub.requestedPaths, 'once').toHaveLength(requests)
})

test('Without the credentials of a former provider its data waits and is counted', async () => {
  const { id } = await begin()
  const left: App = {
    ...app,
    config: {
      ...app.config,
      IDENTITY_PROVIDER: 'desk',
      SUMSUB_APP_TOKEN: undefined,
      SUMSUB_SECRET_KEY: undefined,
    },
  }
  const count = () => {
    const now = app.clock.now()
    return countLeftChecks(app.db, { provider: 'desk', before: now, now })
  }
  expect(await count()).toMatchObject({ open: 1 })

  await readCheck(left, id)
  testApp.app.clock.advance(31 * DAY_MS)
  await deleteOldChecks(left)
  expect(isForgotten(id)).toBe(false)
  expect(await count()).toMatchObject({ open: 0, toForget: 1 })

  await deleteOldChecks(app)
  expect(isForgotten(id)).toBe(true)
  expect(await count()).toMatchObject({ toForget: 0 })
})

test('The provider has the checks of a country for as long as its rules ask', async () => {
  const { admin: second } = await createTestAdmin(app, { role: 'finance' })
  const { admin: owner } = await createTestAdmin(app, { role: 'owner' })
  const rules = { ...getSampleRules('united-kingdom'), retentionYears: 1 }
  await publishTestRules(app, { owner, second }, rules)

  const begun = []
  for (const last of ['0018', '0019']) {
    const home = { country: 'GB', phoneNumber: `+44 20 7946 ${last}` }
    const { member } = await createTestMember(app, home)
    await declareDetails(app, member)
    const { verification } = await beginVerification(app, member, 'basic')
    begun.push({ member, id: verification.id })
  }
  const [returned, closed] = begun
  invariant(returned && closed, 'two checks began')

  const reviewResult = { reviewAnswer: 'RED', reviewRejectType: 'RETRY' }
  for (const { id } of begun) {
    stub.review(id, { reviewStatus: 'completed', reviewResult })
    await readCheck(app, id)
  }
  await acknowledgeTestWarning(app, closed.member, rules)
  const closing = { memberId: closed.member.id, byStaff: false, reason: null }
  await app.db.transaction().execute((tx) => closeAccount(tx, app, closed.member, closing))
  const count = async () => {
    const now = app.clock.now()
    const before = new Date(now.getTime() - 30 * DAY_MS)
    return (await countLeftChecks(app.db, { provider: 'desk', before, now })).toForget
  }

  testApp.app.clock.advance(31 * DAY_MS)
  await deleteOldChecks(app)
  expect([returned, closed].map(({ id }) => isForgotten(id))).toEqual([false, false])
  expect(await count()).toBe(0)

  testApp.app.clock.advance(335 * DAY_MS)
  expect(await count()).toBe(2)
  await deleteOldChecks(app)
  expect([returned, closed].map(({ id }) => isForgotten(id))).toEqual([true, true])
})
