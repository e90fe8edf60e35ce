import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getCampaign } from '#modules/campaigns/queries.ts'
import { createPublishedCampaign } from '#modules/campaigns/testing.ts'
import { confirmDeposit } from '#modules/deposits/commands/confirm-deposit.ts'
import { createCompletedDeposit, createPendingDeposit } from '#modules/deposits/testing.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { type AMember, createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { checkIntegrity } from '#modules/integrity/commands/check-integrity.ts'
import { PROMOTION } from '#modules/ledger/model.ts'
import { getBalance, getMemberBalances, listEntries } from '#modules/ledger/queries.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { approveTransfers, transfer } from '#modules/ledger/testing.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app.ts'
import { pickScale } from '../../../../tests/support/scale.ts'
import { computeRewardState } from '../model.ts'
import { listRewards, sumRewards } from '../queries.ts'
import { enableIncentives, fundPromotion } from '../testing.ts'
import { payRewards } from './pay-rewards.ts'

let testApp: TestApp
let ines: Admin
let planId: string
let phones = 0

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 24 })
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  planId = (await createPublishedPlan(testApp.app)).id
})
beforeEach(async () => {
  await enableIncentives(testApp.app)
  await fundPromotion(testApp.app, 100_000n)
  await payRewards(testApp.app)
  await drainPromotion()
})
afterAll(async () => {
  expect((await checkIntegrity(testApp.app, { whole: true }))?.problems).toEqual([])
  await testApp.close()
})

/** Returns to the operator what an earlier test left in promotion. */
async function drainPromotion() {
  const left = await getBalance(testApp.app.db, PROMOTION)
  const back = transfer(`back/${++phones}`, 'promotion_returned', PROMOTION, 'equity', left)
  if (left > 0n)
    await runInTransaction(testApp.app.db, async (tx) =>
      post(tx, await approveTransfers(tx, [back])),
    )
}

const person = async (overrides: Partial<AMember> = {}) =>
  (
    await createTestMember(testApp.app, {
      phoneNumber: `+49 30 90182${++phones + 100}`,
      ...overrides,
    })
  ).member
const deposits = (member: Member, amount = '1500') =>
  createCompletedDeposit(testApp.app, member, ines, { planId, amount })
const readCash = async ({ id }: Member) => (await getMemberBalances(testApp.app.db, id)).cash
async function inviting(amounts: readonly string[]): Promise<Member[]> {
  const inviters: Member[] = []
  for (const amount of amounts) {
    const inviter = await person()
    await deposits(await person({ referralCode: inviter.referralCode }), amount)
    inviters.push(inviter)
  }

  return inviters
}
const cashes = (people: readonly Member[]) => Promise.all(people.map(readCash))

test('a due reward is paid once, from promotion money, to the cash of an inviter who never deposited', async () => {
  await fundPromotion(testApp.app, 20_000n)

  const [inviter] = await inviting(['1500'])
  await Promise.all(Array.from({ length: 8 }, () => payRewards(testApp.app)))

  const [reward] = await listRewards(testApp.app.db, { memberId: inviter?.id ?? '' })
  expect(reward && computeRewardState(reward)).toBe('paid')
  expect(await listEntries(testApp.app.db, { reference: reward?.id ?? '' })).toMatchObject([
    {
      transferType: 'reward_paid',
      debit: PROMOTION,
      credit: `member:${inviter?.id}:cash`,
      amount: 15_000n,
    },
  ])

  expect(await getBalance(testApp.app.db, PROMOTION)).toBe(5_000n)
  expect(await sumRewards(testApp.app.db, inviter?.id)).toEqual({ due: 0n, paid: 15_000n })
})

test('without promotion money a deposit is confirmed, and its reward stays due until there is some', async () => {
  const [inviter] = (await inviting(['1500'])) as [Member]
  await payRewards(testApp.app)

  expect(await sumRewards(testApp.app.db, inviter.id)).toEqual({ due: 15_000n, paid: 0n })

  await fundPromotion(testApp.app, 14_999n)
  await payRewards(testApp.app)

  expect(await sumRewards(testApp.app.db, inviter.id)).toEqual({ due: 15_000n, paid: 0n })

  await fundPromotion(testApp.app, 1n)
  await payRewards(testApp.app)

  expect(await readCash(inviter)).toBe(15_000n)
  expect(await getBalance(testApp.app.db, PROMOTION)).toBe(0n)
})

test('the oldest is paid first: a smaller one does not overtake while money is short', async () => {
  const three = await inviting(['2000', '1000', '1000'])
  await fundPromotion(testApp.app, 15_000n)
  await payRewards(testApp.app)

  expect(await cashes(three), 'enough for the second and not for the first').toEqual([0n, 0n, 0n])

  await fundPromotion(testApp.app, 15_000n)
  await payRewards(testApp.app)

  expect(await cashes(three)).toEqual([20_000n, 10_000n, 0n])

  await fundPromotion(testApp.app, 10_000n)
  await payRewards(testApp.app)

  expect(await cashes(three)).toEqual([20_000n, 10_000n, 10_000n])
})

test('a suspended member is skipped and paid once reactivated; others don’t wait', async () => {
  const [bad, good] = (await inviting(['1500', '1500'])) as [Member, Member]
  const set = (values: string) =>
    testApp.database.owner.query(`update member set ${values} where id = $1`, [bad.id])
  await set(`status = 'suspended', suspended_reason = 'A test', review_on = '2027-01-01'`)
  await fundPromotion(testApp.app, 30_000n)
  await payRewards(testApp.app)

  expect(await cashes([bad, good])).toEqual([0n, 15_000n])

  await set(`status = 'active', suspended_reason = null, review_on = null`)
  await payRewards(testApp.app)

  expect(await cashes([bad, good])).toEqual([15_000n, 15_000n])
})

const CLAIMS = pickScale(24, 64)

test(`of ${CLAIMS} claims confirmed at once as many are rewarded as the budget pays, to the cent`, async () => {
  const { app } = testApp
  const campaign = await createPublishedCampaign(app, ines, { amount: 2_500n, budget: 26_000n })

  await fundPromotion(app, 1_000_000n)

  const pending: string[] = []
  const people: Member[] = []

  for (let n = 0; n < CLAIMS; n++) {
    const member = await person({ campaign: campaign.code })
    people.push(member)
    pending.push((await createPendingDeposit(app, member, { planId, amount: '1000' })).id)
  }

  const insisting = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error) => (error.code === 'busy' ? insisting(work) : Promise.reject(error)))
  }
  await Promise.all([
    ...pending.map((depositId) => insisting(() => confirmDeposit(app, ines, { depositId }))),
    ...Array.from({ length: 4 }, () => insisting(() => payRewards(app))),
  ])
  await Promise.all(Array.from({ length: 8 }, () => insisting(() => payRewards(app))))

  const claims = (await listRewards(app.db, { limit: 1_000 })).filter(
    (one) => one.campaignId === campaign.id,
  )
  const states = claims.map(computeRewardState)
  expect(states.filter((state) => state === 'paid')).toHaveLength(10)
  expect(claims.filter((one) => one.declineReason === 'budget_used')).toHaveLength(CLAIMS - 10)
  expect((await getCampaign(app.db, campaign.id)).used).toBe(25_000n)
  expect(await getBalance(app.db, PROMOTION)).toBe(1_000_000n - 25_000n)

  const first = claims
    .filter((one) => computeRewardState(one) === 'paid')
    .map((one) => one.sequence)
  expect(Math.max(...first.map(Number)) - Math.min(...first.map(Number))).toBeLessThan(CLAIMS)
}, 120_000)

test('the database holds the budget and refuses a campaign that is changed later', async () => {
  const { id } = await createPublishedCampaign(testApp.app, ines, {
    amount: 2_500n,
    budget: 5_000n,
  })
  const { owner } = testApp.database
  const change = (what: string) => owner.query(`update campaign set ${what} where id = $1`, [id])

  await expect(change('used_cents = 7500')).rejects.toThrow(/check constraint/)

  for (const what of [
    'budget_cents = 9000',
    "ends_on = '2027-01-01'",
    'amount_cents = 1',
    'published_at = now()',
  ])
    await expect(change(what)).rejects.toThrow('the terms of a campaign do not change')
})

test('nothing but promotion pays a reward: the ledger knows no way from a deposit', async () => {
  await fundPromotion(testApp.app, 15_000n)
  await inviting(['1500'])
  await payRewards(testApp.app)

  const paid = await listEntries(testApp.app.db, { transferType: 'reward_paid', limit: 1_000 })
  expect(new Set(paid.map(({ debit }) => debit))).toEqual(new Set([PROMOTION]))

  const { rows } = await testApp.database.owner.query(
    `select debit_type, credit_type from ledger.posting_rule where transfer_type = 'reward_paid'`,
  )
  expect(rows).toEqual([{ debit_type: 'promotion', credit_type: 'member_cash' }])
})
