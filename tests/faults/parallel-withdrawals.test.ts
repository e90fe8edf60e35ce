import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Admin, Member } from '#modules/identity/model.ts'
import { createTestAdmin, createTestMember } from '#modules/identity/testing.ts'
import { getMemberBalances, listEntries, verifyLedger } from '#modules/ledger/queries.ts'
import type { PlanVersion } from '#modules/plans/model.ts'
import { createPublishedPlan } from '#modules/plans/testing.ts'
import { markPaid } from '#modules/withdrawals/commands/mark-paid.ts'
import { requestWithdrawal } from '#modules/withdrawals/commands/request-withdrawal.ts'
import { sumCompletedWithdrawals } from '#modules/withdrawals/queries.ts'
import { approveReviewed, fundMember, TEST_ADDRESS } from '#modules/withdrawals/testing.ts'
import { createTestApp, type TestApp } from '../support/app.ts'
import { pickScale } from '../support/scale.ts'

const AT_ONCE = 64
const ROUNDS = pickScale(2, 100)
const CASH = 50_000n
const INVESTED = 100_000n
const OWED = CASH + INVESTED

let testApp: TestApp
let ines: Admin
let plan: PlanVersion

beforeAll(async () => {
  testApp = await createTestApp({ poolSize: 16 })
  ines = (await createTestAdmin(testApp.app, { role: 'finance' })).admin
  plan = await createPublishedPlan(testApp.app)
})
afterAll(() => testApp.close())

/** Asks 64 times at once and answers what was granted and with which codes the rest was refused. */
async function requestConcurrently<Granted>(ask: () => Promise<Granted>) {
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, ask))
  const granted = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const codes = outcomes.flatMap((one) =>
    one.status === 'rejected' ? [getErrorCode(one.reason)] : [],
  )
  return { granted, codes: [...new Set(codes)] }
}

const getErrorCode = (reason: unknown) =>
  reason instanceof DomainError ? reason.code : String(reason)

async function payAll(ids: readonly string[]) {
  for (const id of ids) {
    await approveReviewed(testApp.app, ines, id)
    await markPaid(testApp.app, ines, { withdrawalId: id, txid: `paid-${id}` })
  }
}

/** What the journal says left a member's holds, fees included: the sum paid. */
async function sumPayouts(member: Member): Promise<Cents> {
  const account = `member:${member.id}:hold_cash`
  const rows = await listEntries(testApp.app.db, { account, limit: 1_000 })
  return rows.reduce((sum, row) => (row.debit === account ? sum + row.amount : sum), 0n)
}

async function oneRound(amount: Cents) {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, {
    cash: CASH,
    invested: INVESTED,
    planVersionId: plan.id,
  })

  const input = { amount: String(amount / 100n), method: 'USDT', address: TEST_ADDRESS }
  const { granted, codes } = await requestConcurrently(() =>
    requestWithdrawal(testApp.app, member, input),
  )
  await payAll(granted.map((withdrawal) => withdrawal.id))

  const paid = await sumPayouts(member)
  const { cash, principal, holdCash } = await getMemberBalances(testApp.app.db, member.id)

  return { paid, granted: granted.length, codes, left: cash + principal, holdCash, member }
}

test(`64 withdrawals at once, ${ROUNDS} rounds: all of the balance can be paid, never more`, {
  timeout: ROUNDS * 20_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const amount = BigInt(5_000 + round * 1_300)
    const whole = (amount / 100n) * 100n
    const { paid, granted, left, holdCash, member } = await oneRound(whole)

    expect(paid).toBeLessThanOrEqual(OWED)
    expect(BigInt(granted)).toBe(OWED / whole < AT_ONCE ? OWED / whole : BigInt(AT_ONCE))
    expect({ paid: paid + left, holdCash }).toEqual({ paid: OWED, holdCash: 0n })
    expect(await sumCompletedWithdrawals(testApp.app.db, member.id)).toBe(paid)
  }

  expect(await verifyLedger(testApp.app.db)).toEqual([])
})

test('a request that came too late is answered with what is left, not with an error', async () => {
  const { codes } = await oneRound(40_000n)
  expect(codes).toEqual(['invalid_amount'])
})

test('control: paying after a balance check without a hold is noticed', async () => {
  const { member } = await createTestMember(testApp.app)
  await fundMember(testApp.app, member.id, { cash: OWED })
  await testApp.database.owner.query(
    'create table if not exists naive_payment (member_id text, amount bigint)',
  )

  const amount = 40_000n
  const naive = async () => {
    const taken = await testApp.database.owner.query(
      'select coalesce(sum(amount), 0)::text as sum from naive_payment where member_id = $1',
      [member.id],
    )
    const { cash } = await getMemberBalances(testApp.app.db, member.id)
    if (cash - BigInt(taken.rows[0].sum) < amount)
      throw new DomainError('invalid_amount', 422, 'Too much.')

    await testApp.database.owner.query('insert into naive_payment values ($1, $2)', [
      member.id,
      amount,
    ])

    return amount
  }

  const { granted } = await requestConcurrently(naive)
  expect(granted.reduce((sum, one) => sum + one, 0n)).toBeGreaterThan(OWED)
})
