import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Proposal } from '#modules/approvals/model.ts'
import type { Admin } from '#modules/identity/model.ts'
import { aMember } from '#modules/identity/testing.ts'
import { listEntries, memberBalances } from '#modules/ledger/queries.ts'
import { adjustBalance } from '#modules/office/commands/adjust-balance.ts'
import { decideProposal } from '#modules/office/commands/decide-proposal.ts'
import { proposeIncome } from '#modules/plans/commands/propose-income.ts'
import { proposeLoss } from '#modules/plans/commands/propose-loss.ts'
import { proposePlan } from '#modules/plans/commands/propose-plan.ts'
import { publishPlan } from '#modules/plans/commands/publish-plan.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { listPublishedPlans, planFigures } from '#modules/plans/queries.ts'
import {
  incomeInput,
  lossInput,
  placedAssets,
  planInput,
  publishedPlan,
  staff,
} from '#modules/plans/testing.ts'
import { capitalOf } from '#modules/treasury/testing.ts'
import { approveWithdrawal } from '#modules/withdrawals/commands/approve-withdrawal.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { fund, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { problemsOfBooks } from '../support/books-problems.ts'

const [ines, ruth, olga] = [
  staff('ines', 'finance'),
  staff('ruth', 'owner'),
  staff('olga', 'finance'),
]
const AT_ONCE: readonly Admin[] = [ruth, olga, ruth, olga, ruth, olga]

let house: TestApp
let plan: PlanVersion
beforeAll(async () => {
  house = await testApp({ poolSize: 12 })
  plan = await publishedPlan(house.app)
  await capitalOf(house.app, 'USD', 10_000_000n)
  await placedAssets(house.app, plan.planId, 500_000n)
})
afterEach(async () => expect(await problemsOfBooks(house.database)).toEqual([]))
afterAll(() => house.close())

/**
 * What each of those who act at the same moment is answered: `done`, or the code of the refusal.
 */
async function answersOf(acts: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(acts.map((act) => act()))
  return outcomes
    .map((one) => (one.status === 'fulfilled' ? 'done' : String(one.reason.code)))
    .sort()
}
const oneOf = (refusal: string, others: number) => [
  ...['done', ...Array.from({ length: others }, () => refusal)].sort(),
]
const decidedBy = (admin: Admin, { id, contentHash }: Proposal, approve = true) =>
  decideProposal(house.app, admin, {
    id,
    approve,
    contentHash,
    ...(approve ? {} : { reason: 'A mistake.' }),
  })
const decidedByAll = (proposal: Proposal) =>
  answersOf(AT_ONCE.map((admin) => () => decidedBy(admin, proposal)))

async function investor(cash: bigint, invested = 0n) {
  const { member } = await aMember(house.app)
  await fund(house.app, member.id, { cash, invested, planVersionId: plan.id })
  return member
}
const figures = async () => (await planFigures(house.app.db, plan.planId))[0]
/** More than one admin may correct alone. */
const correction = (memberId: string, to: string, admin = ines) =>
  adjustBalance(house.app, admin, {
    memberId,
    withdrawableBalance: to,
    reason: 'A payment of March.',
  })

test('an income that several agree to at once is recorded once, and the others are told', async () => {
  const before = await figures()
  const proposal = await proposeIncome(house.app, ines, await incomeInput(house.app, plan.planId))
  expect(await decidedByAll(proposal)).toEqual(oneOf('already_decided', 5))
  expect((await figures())?.recorded).toBe((before?.recorded ?? 0n) + 100_000n)
})

test('one payment that two admins propose as income at once is recorded once, whoever agrees to which', async () => {
  const before = await figures()
  const input = await incomeInput(house.app, plan.planId, { bankReference: 'Rent of May' })
  const proposals = await Promise.all(
    [ines, olga].map((admin) => proposeIncome(house.app, admin, input)),
  )
  const answers = await answersOf(proposals.map((proposal) => () => decidedBy(ruth, proposal)))

  expect(answers).toEqual(oneOf('receipt_used', 1))
  expect((await figures())?.recorded).toBe((before?.recorded ?? 0n) + 100_000n)
})

test('a loss that several agree to at once is borne once, and the others are told', async () => {
  const member = await investor(0n, 300_000n)
  const before = await figures()
  const proposal = await proposeLoss(house.app, ines, await lossInput(house.app, plan.planId))

  expect(await decidedByAll(proposal)).toEqual(oneOf('already_decided', 5))
  expect((await figures())?.lost).toBe((before?.lost ?? 0n) + 10_000n)
  expect((await memberBalances(house.app.db, member.id)).principal).toBe(290_000n)
})

test('agreed to and taken back at once, it is the one or the other, and the slower one is told', async () => {
  for (let round = 0; round < 4; round++) {
    const before = await figures()
    const proposal = await proposeIncome(house.app, ines, await incomeInput(house.app, plan.planId))
    const outcomes = await Promise.allSettled([
      decidedBy(ruth, proposal),
      decidedBy(ines, proposal, false),
    ])
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))

    expect(refused).toEqual(['already_decided'])

    const came = ((await figures())?.recorded ?? 0n) - (before?.recorded ?? 0n)
    expect(came).toBe(outcomes[0]?.status === 'fulfilled' ? 100_000n : 0n)
  }
})

test('a version that several publish at once is published by one, and the others are told', async () => {
  const input = planInput(house.app.clock.today(), { name: 'SILVER' })
  const proposed = await proposePlan(house.app, ines, input)
  const publish = (admin: Admin) => () => publishPlan(house.app, admin, proposed)

  expect(await answersOf(AT_ONCE.map(publish))).toEqual(oneOf('already_published', 5))

  const offered = await listPublishedPlans(house.app.db, house.app.clock.today())
  expect(offered.filter(({ name }) => name === 'SILVER')).toHaveLength(1)
})

test('a correction that several propose at once waits once, and agreed to by several it is made once', async () => {
  const member = await investor(100_000n)
  const answers = await answersOf(
    AT_ONCE.map((admin) => () => correction(member.id, '3000', admin)),
  )
  expect(answers).toEqual(oneOf('already_proposed', 5))

  const [waiting] = await house.database.owner
    .query(
      "select id, encode(content_hash, 'hex') as hash, proposed_by as by from " +
        'approvals.proposal where subject_id = $1',
      [member.id],
    )
    .then(({ rows }) => rows as { id: string; hash: string; by: string }[])

  const others = [ines, ruth, olga].filter(({ id }) => id !== waiting?.by)
  const decision = { id: waiting?.id ?? '', approve: true, contentHash: waiting?.hash ?? '' }
  const decided = [...others, ...others].map(
    (admin) => () => decideProposal(house.app, admin, decision),
  )

  expect(await answersOf(decided)).toEqual(oneOf('already_decided', 3))
  expect((await memberBalances(house.app.db, member.id)).cash).toBe(300_000n)

  const rows = await listEntries(house.app.db, {
    account: `member:${member.id}:cash`,
    kind: 'adjusted',
  })
  expect(rows).toHaveLength(1)
})

test('a large withdrawal that several approve at once is proposed by one and fixed by another', async () => {
  const member = await investor(5_000_000n)
  const wanted = { amount: '20000', method: 'USDT', address: TEST_ADDRESS }
  const { id } = await requestWithdrawal(house.app, member, wanted)
  const answers = await answersOf(
    [ines, ruth].map((admin) => () => approveWithdrawal(house.app, admin, id)),
  )

  expect(answers).toEqual(['done', 'done'])
  await expect(approveWithdrawal(house.app, olga, id)).rejects.toMatchObject({
    code: 'not_pending',
  })
})
