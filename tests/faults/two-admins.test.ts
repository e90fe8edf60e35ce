import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '#modules/approvals/model.ts'
import { adjustBalance } from '#modules/backoffice/commands/adjust-balance.ts'
import { decideProposal } from '#modules/backoffice/commands/decide-proposal.ts'
import type { Admin } from '#modules/identity/model.ts'
import { createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances, listEntries } from '#modules/ledger/queries.ts'
import { proposeIncome } from '#modules/plans/commands/propose-income.ts'
import { proposeLoss } from '#modules/plans/commands/propose-loss.ts'
import { proposePlan } from '#modules/plans/commands/propose-plan.ts'
import { publishPlan } from '#modules/plans/commands/publish-plan.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { listPlanFigures, listPublishedPlans } from '#modules/plans/queries.ts'
import {
  buildIncomeInput,
  buildLossInput,
  buildPlanInput,
  createPlacedAssets,
  createPublishedPlan,
  createStaff,
} from '#modules/plans/testing.ts'
import { fundCapital } from '#modules/treasury/testing.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { listIntegrityProblems } from '../support/integrity-problems.ts'

const [ines, ruth, olga] = [
  createStaff('ines', 'finance'),
  createStaff('ruth', 'owner'),
  createStaff('olga', 'finance'),
]
const AT_ONCE: readonly Admin[] = [ruth, olga, ruth, olga, ruth, olga]

let testApp: TestApp
let plan: PlanVersion
beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 12 })
  plan = await createPublishedPlan(testApp.app)
  await fundCapital(testApp.app, 'USD', 10_000_000n)
  await createPlacedAssets(testApp.app, plan.planId, 500_000n)
})
afterEach(async () => expect(await listIntegrityProblems(testApp.database)).toEqual([]))
afterAll(() => testApp.close())

/** Runs calls at the same moment and returns each answer: `done`, or the code of the refusal. */
async function collectAnswers(calls: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls.map((call) => call()))
  return outcomes
    .map((one) => (one.status === 'fulfilled' ? 'done' : String(one.reason.code)))
    .sort()
}
const buildAnswers = (refusal: string, others: number) => [
  ...['done', ...Array.from({ length: others }, () => refusal)].sort(),
]
const submitDecision = (admin: Admin, { id, contentHash }: Proposal, approve = true) =>
  decideProposal(testApp.app, admin, {
    id,
    approve,
    contentHash,
    ...(approve ? {} : { reason: 'A mistake.' }),
  })
const submitDecisions = (proposal: Proposal) =>
  collectAnswers(AT_ONCE.map((admin) => () => submitDecision(admin, proposal)))

async function investor(cash: bigint, invested = 0n) {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash, invested, planVersionId: plan.id })
  return member
}
const figures = async () => (await listPlanFigures(testApp.app.db, plan.planId))[0]
/** More than one admin may correct alone. */
const correction = (memberId: string, to: string, admin = ines) =>
  adjustBalance(testApp.app, admin, {
    memberId,
    withdrawableBalance: to,
    reason: 'A payment of March.',
  })

test('an income approved by several admins at once is recorded once, others refused', async () => {
  const before = await figures()
  const proposal = await proposeIncome(
    testApp.app,
    ines,
    await buildIncomeInput(testApp.app, plan.planId),
  )
  expect(await submitDecisions(proposal)).toEqual(buildAnswers('already_decided', 5))
  expect((await figures())?.recorded).toBe((before?.recorded ?? 0n) + 100_000n)
})

test('one payment proposed twice as income at once is recorded once', async () => {
  const before = await figures()
  const input = await buildIncomeInput(testApp.app, plan.planId, { bankReference: 'Rent of May' })
  const proposals = await Promise.all(
    [ines, olga].map((admin) => proposeIncome(testApp.app, admin, input)),
  )
  const answers = await collectAnswers(
    proposals.map((proposal) => () => submitDecision(ruth, proposal)),
  )

  expect(answers).toEqual(buildAnswers('receipt_used', 1))
  expect((await figures())?.recorded).toBe((before?.recorded ?? 0n) + 100_000n)
})

test('a loss approved by several admins at once is borne once, the others refused', async () => {
  const member = await investor(0n, 300_000n)
  const before = await figures()
  const proposal = await proposeLoss(
    testApp.app,
    ines,
    await buildLossInput(testApp.app, plan.planId),
  )

  expect(await submitDecisions(proposal)).toEqual(buildAnswers('already_decided', 5))
  expect((await figures())?.lost).toBe((before?.lost ?? 0n) + 10_000n)
  expect((await getMemberBalances(testApp.app.db, member.id)).principal).toBe(290_000n)
})

test('a proposal approved and withdrawn at once is one of both, the slower refused', async () => {
  for (let round = 0; round < 4; round++) {
    const before = await figures()
    const proposal = await proposeIncome(
      testApp.app,
      ines,
      await buildIncomeInput(testApp.app, plan.planId),
    )
    const outcomes = await Promise.allSettled([
      submitDecision(ruth, proposal),
      submitDecision(ines, proposal, false),
    ])
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))

    expect(refused).toEqual(['already_decided'])

    const came = ((await figures())?.recorded ?? 0n) - (before?.recorded ?? 0n)
    expect(came).toBe(outcomes[0]?.status === 'fulfilled' ? 100_000n : 0n)
  }
})

test('a version that several admins publish at once is published once', async () => {
  const input = buildPlanInput(testApp.app.clock.today(), { name: 'SILVER' })
  const proposed = await proposePlan(testApp.app, ines, input)
  const publish = (admin: Admin) => () => publishPlan(testApp.app, admin, proposed)

  expect(await collectAnswers(AT_ONCE.map(publish))).toEqual(buildAnswers('already_published', 5))

  const offered = await listPublishedPlans(testApp.app.db, testApp.app.clock.today())
  expect(offered.filter(({ name }) => name === 'SILVER')).toHaveLength(1)
})

test('a correction proposed and approved by several admins at once is made once', async () => {
  const member = await investor(100_000n)
  const answers = await collectAnswers(
    AT_ONCE.map((admin) => () => correction(member.id, '3000', admin)),
  )
  expect(answers).toEqual(buildAnswers('already_proposed', 5))

  const [waiting] = await testApp.database.owner
    .query(
      "select id, encode(content_hash, 'hex') as hash, proposed_by as by from " +
        'approvals.proposal where subject_id = $1',
      [member.id],
    )
    .then(({ rows }) => rows as { id: string; hash: string; by: string }[])

  const others = [ines, ruth, olga].filter(({ id }) => id !== waiting?.by)
  const decision = { id: waiting?.id ?? '', approve: true, contentHash: waiting?.hash ?? '' }
  const decided = [...others, ...others].map(
    (admin) => () => decideProposal(testApp.app, admin, decision),
  )

  expect(await collectAnswers(decided)).toEqual(buildAnswers('already_decided', 3))
  expect((await getMemberBalances(testApp.app.db, member.id)).cash).toBe(300_000n)

  const rows = await listEntries(testApp.app.db, {
    account: `member:${member.id}:cash`,
    transferType: 'adjusted',
  })
  expect(rows).toHaveLength(1)
})

test('a large withdrawal approved by two at once counts as proposal and approval', async () => {
  const member = await investor(5_000_000n)
  const withdrawalInput = { amount: '20000', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(testApp.app, member, withdrawalInput)
  const answers = await collectAnswers(
    [ines, ruth].map((admin) => () => approveReviewed(testApp.app, admin, id)),
  )

  expect(answers).toEqual(['done', 'done'])
  await expect(approveReviewed(testApp.app, olga, id)).rejects.toMatchObject({
    code: 'not_pending',
  })
})
