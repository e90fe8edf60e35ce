import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import { listRewards } from '#modules/affiliates/queries.ts'
import { listProposals } from '#modules/approvals/queries.ts'
import { isEndingSoon } from '#modules/campaigns/model.ts'
import { findPublicCampaign } from '#modules/campaigns/queries.ts'
import { listSimulatedChains } from '#modules/chains/queries.ts'
import { listDeposits } from '#modules/deposits/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import { findMemberByEmail } from '#modules/identity/queries.ts'
import { listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import { settleDays } from '#modules/plans/commands/settle-days.ts'
import {
  listFundedReturns,
  listInvestedPrincipal,
  listMemberPositions,
  listMemberRedemptionNotices,
  listPlanFigures,
} from '#modules/plans/queries.ts'
import { getFigures, listOwnEntries } from '#modules/portfolio/queries.ts'
import { getPayoutBatch } from '#modules/withdrawals/queries/payout-batches.ts'
import { listWithdrawals, measurePayoutTimes } from '#modules/withdrawals/queries.ts'
import { seed, seedSandbox } from '../../src/seed.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { listIntegrityProblems } from '../support/integrity-problems.ts'

const TODAY = '2026-11-20'
let testApp: TestApp
let maya: Member

beforeAll(async () => {
  testApp = await createTestApp({ at: `${TODAY}T12:00:00Z` })
  await seedInstallation()
})
afterAll(() => testApp.close())

async function seedInstallation() {
  const messages = await seedSandbox(testApp.app)
  maya = await getSampleMember('maya@example.com')
  return messages
}

async function getSampleMember(email: string) {
  const found = await findMemberByEmail(testApp.app.db, email)
  invariant(found, `${email} is one of the sample people`)
  return found
}

const positions = async () =>
  (await listMemberPositions(testApp.app.db, maya.id, TODAY)).toReversed()
const getOpenedPosition = async (day: string) => {
  const found = (await positions()).find(({ openedOn }) => openedOn === day)
  invariant(found, `a position was opened on ${day}`)
  return found
}

test('A live installation is given no sample people', async () => {
  expect(await seed({ ...testApp.app.config, MODE: 'live', DATABASE_URL: undefined })).toEqual([])
})

test('the sample member has positions, balances and a history at fixed dates', async () => {
  const { db } = testApp.app
  const figures = await getFigures(db, maya.id, TODAY)
  expect(figures).toMatchObject({
    held: 30_000n,
    withdrawn: 775_000n,
    profit: 210_000n,
    due: 30_000n,
  })

  expect(figures.principal).toBeGreaterThan(2_000_000n)
  expect(figures.accrued).toBeGreaterThan(0n)

  const deposits = await listDeposits(db, testApp.app.clock.now(), { memberId: maya.id })
  const statuses = deposits.map((deposit) => deposit.status)
  expect(statuses.filter((status) => status === 'completed')).toHaveLength(8)
  expect(statuses.filter((status) => status !== 'completed')).toEqual(['pending', 'rejected'])

  const [first] = (await listOwnEntries(db, maya.id, 100)).slice(-1)
  expect(first).toMatchObject({ effective: '2026-03-02', description: 'Deposit credited' })
  expect(await measurePayoutTimes(db, testApp.app.clock.now())).toMatchObject({ count: 2 })
})

test('each sample deposit is credited for what its simulated chain shows, one never arrived', async () => {
  const { rows } = await sql<{ status: string; shown: boolean; payments: bigint }>`
    select d.status, has_chain_evidence(d) as shown, (select count(*) from deposit_payment m
        join payment_evidence e on e.id = m.payment_id
        where m.deposit_id = d.id and is_payment_settled(e, d.amount)) as payments
    from deposit d order by d.created_at`.execute(testApp.app.db)

  const completed = rows.filter(({ status }) => status === 'completed')
  expect(completed).toHaveLength(10)
  expect(completed.filter(({ shown, payments }) => !shown || payments !== 1n)).toEqual([])
  expect(rows.filter(({ status }) => status !== 'completed')).toMatchObject([
    { status: 'rejected', payments: 0n },
    { status: 'pending', payments: 1n },
  ])
})

test('each sample withdrawal was paid by the transaction of a completed batch', async () => {
  const { db, chains } = testApp.app
  const [provider] = chains.ethereum
  const paid = (await listWithdrawals(db)).filter(({ status }) => status === 'completed')
  expect(paid).toHaveLength(6)

  for (const { txid, address, coinAmount: units, payoutBatchId } of paid) {
    const transaction = await provider?.findTransaction(txid ?? '')
    expect(transaction?.transfers).toMatchObject([{ coin: 'USDT', address, units }])
    expect(await getPayoutBatch(db, payoutBatchId ?? '')).toMatchObject({
      status: 'completed',
      kind: 'csv',
    })
  }
})

test('positions run, are paid in full, paid short and completed later, or still due', async () => {
  const { db } = testApp.app
  const open = (await positions()).filter(({ status }) => status === 'open')
  expect(open.map(({ planName }) => planName)).toEqual(['PLATINUM', 'BASIC', 'SILVER', 'BASIC'])

  const inFull = await getOpenedPosition('2026-03-20')
  expect(inFull).toMatchObject({ status: 'matured', returnDue: 150_000n, returnPaid: 150_000n })
  expect(await listFundedReturns(db, inFull.id)).toMatchObject([
    { paidOn: '2026-04-19', cents: 150_000n },
  ])

  const short = await getOpenedPosition('2026-06-01')
  expect(short).toMatchObject({ status: 'matured', returnDue: 100_000n, returnPaid: 100_000n })
  expect(await listFundedReturns(db, short.id)).toMatchObject([
    { paidOn: '2026-07-01', cents: 40_000n, incomes: [{ cents: 4_000n }, { cents: 36_000n }] },
    { paidOn: '2026-08-06', cents: 60_000n },
  ])
  expect(await getOpenedPosition('2026-09-14')).toMatchObject({
    returnDue: 50_000n,
    returnPaid: 20_000n,
  })
})

test('a losing month is borne by everybody in the plan, pro rata', async () => {
  const amara = await getSampleMember('amara@example.com')
  const [hers] = await listMemberPositions(testApp.app.db, amara.id, TODAY)
  expect(hers?.status).toBe('matured')

  const figures = (await listPlanFigures(testApp.app.db)).find(
    ({ name, family }) => name === 'PLATINUM' && family === 'real_estate',
  )
  expect(figures).toMatchObject({ lost: 42_000n, recorded: 64_000n, invested: 2_158_000n })
  expect(figures?.months.map(({ month, income, loss }) => [month, income - loss])).toEqual([
    ['2026-03', 0n],
    ['2026-04', 0n],
    ['2026-05', 0n],
    ['2026-06', 64_000n],
    ['2026-07', 0n],
    ['2026-08', 0n],
    ['2026-09', -42_000n],
  ])

  const mine = await getOpenedPosition('2026-03-02')
  expect(mine.principal - mine.remaining).toBeGreaterThan(22_000n)
})

test('both referral rewards are paid, an adjustment says why, and a notice waits', async () => {
  const { db } = testApp.app
  const rewards = await listRewards(db)
  expect(rewards.map(({ kind, paidOn }) => [kind, paidOn])).toEqual([
    ['campaign', '2026-03-04'],
    ['referral', '2026-03-04'],
  ])

  const [adjusted] = await listEntries(db, { transferType: 'adjusted' })
  expect(adjusted).toMatchObject({ amount: 3_500n, effectiveDate: '2026-07-15' })
  expect(adjusted?.reason).toContain('charged twice')
  expect(await listMemberRedemptionNotices(db, maya.id)).toMatchObject([
    {
      status: 'waiting',
      amount: 100_000n,
      requestedOn: '2026-11-18',
      endsOn: '2026-12-02',
      place: 1,
    },
  ])
})

test('a campaign runs from the seed day, ends soon in its last week, then is gone', async () => {
  const { db, config } = testApp.app
  const readCampaign = (days: number) => findPublicCampaign(db, config, addDays(TODAY, days))
  const campaign = await readCampaign(0)

  expect(campaign).toMatchObject({
    code: 'open-books',
    startsOn: TODAY,
    endsOn: addDays(TODAY, 60),
  })

  expect(
    [0, 53, 54].map((days) => campaign && isEndingSoon(campaign, addDays(TODAY, days))),
  ).toEqual([false, false, true])

  expect([(await readCampaign(60))?.code, await readCampaign(61)]).toEqual(['open-books', null])
})

test('an income and an adjustment wait for a second admin on the seed day', async () => {
  const now = testApp.app.clock.now()
  const waiting = await listProposals(testApp.app.db, now, { state: 'waiting' })
  expect(waiting.map(({ permission }) => permission)).toEqual(['balance.adjust', 'income.record'])
  expect(waiting.map(({ proposerLabel }) => proposerLabel)).toEqual([
    'Ines Carvalho',
    'Ines Carvalho',
  ])
})

test('seeding again adds nothing, and the books are whole', async () => {
  const { db } = testApp.app
  const before = await listEntries(db, { limit: 1_000 })
  const chains = await listSimulatedChains(db)

  expect(await seedInstallation()).toEqual([])
  expect(await listEntries(db, { limit: 1_000 })).toHaveLength(before.length)
  expect(await listWithdrawals(db)).toHaveLength(8)
  expect(await listSimulatedChains(db)).toEqual(chains)
  expect(await verifyLedger(db)).toEqual([])

  const invested = await listInvestedPrincipal(db)
  const hers = invested.find(({ memberId }) => memberId === maya.id)
  expect(hers?.principal).toBe((await getFigures(db, maya.id, TODAY)).principal)
})

test('later days settle: principal is cash, returns are due, unpaid without income', async () => {
  const { app, database } = testApp
  const before = await getFigures(app.db, maya.id, TODAY)

  expect(await settleDays(app)).toBe(37)

  const after = await getFigures(app.db, maya.id, TODAY)
  expect(after).toMatchObject({
    balance: before.balance,
    profit: before.profit,
    due: before.due,
    accrued: before.accrued,
  })

  app.clock.setOffsetDays(30)
  await settleDays(app)

  const later = await getFigures(app.db, maya.id, '2026-12-20')
  expect(later.due).toBeGreaterThan(before.due)
  expect(later).toMatchObject({ balance: before.balance, profit: before.profit })
  expect(later.principal).toBeLessThan(before.principal)
  expect(await listIntegrityProblems(database)).toEqual([])
})
