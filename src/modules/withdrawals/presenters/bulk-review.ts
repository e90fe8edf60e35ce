import { type Cents, type CoinUnits, formatAmount } from '#lib/money.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { assertAllFound, type Check } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { listWithdrawalsById, sumRecentApprovals, type Withdrawal } from '../queries.ts'
import { buildStaffWithdrawals } from './withdrawal.ts'
import { computePayoutCoin, loadChecks } from './withdrawal-checks.ts'

/** The sums of the withdrawals before one in the same list: coin units and each member's cents. */
type Taken = { units: Map<string, CoinUnits>; cents: Map<string, Cents> }

const sum = (amounts: readonly Cents[]) => amounts.reduce((total, cents) => total + cents, 0n)

const compareRequests = (one: Withdrawal, other: Withdrawal) =>
  one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1)

/**
 * Returns what approving these withdrawals one after the other, oldest first, would fix, and why
 * one of them can't be approved with others. Custody and the second-admin threshold count those
 * before it. Throws for an unknown id.
 */
export async function buildBulkReview(app: App, ids: readonly string[]) {
  const found = await listWithdrawalsById(app.db, ids)
  assertAllFound('withdrawal', ids, [...found.keys()])
  const withdrawals = [...found.values()].toSorted(compareRequests)
  const lines = await buildStaffWithdrawals(app, withdrawals)
  const taken: Taken = { units: new Map(), cents: new Map() }

  const reviews = []
  for (const [index, withdrawal] of withdrawals.entries()) {
    const line = lines[index] as (typeof lines)[number]
    reviews.push({ withdrawal: line, ...(await reviewOne(app, withdrawal, taken)) })
  }

  const ready = reviews.filter(({ refusal }) => refusal === null)
  return {
    withdrawals: reviews,
    ready: {
      count: ready.length,
      amount: sum(ready.map(({ withdrawal }) => withdrawal.amount)),
      arrives: sum(ready.map(({ withdrawal }) => withdrawal.arrives)),
    },
  }
}

async function reviewOne(app: App, withdrawal: Withdrawal, taken: Taken) {
  const { coin, memberId, amount } = withdrawal
  const takenUnits = taken.units.get(coin) ?? 0n
  const takenCents = taken.cents.get(memberId) ?? 0n

  const { units } = await computePayoutCoin(app, withdrawal)
  const { checks } = await loadChecks(app, withdrawal, units, takenUnits)
  const refusal = findRefusal(withdrawal, checks)

  const { secondAdminFrom } = await getSetting(app.db, app.config, 'withdrawals')
  const recent = await sumRecentApprovals(app.db, withdrawal, app.clock.now())
  const needsSecondAdmin = amount + recent + takenCents >= BigInt(secondAdminFrom)

  if (refusal === null) {
    taken.units.set(coin, takenUnits + units)
    if (!needsSecondAdmin) taken.cents.set(memberId, takenCents + amount)
  }

  return { checks, coinAmount: formatAmount(units, coin), needsSecondAdmin, refusal }
}

/** Returns why a withdrawal has to be decided alone, or null. */
function findRefusal({ status, proposedAt }: Withdrawal, checks: readonly Check[]): string | null {
  if (status !== 'pending') return 'No longer pending'
  if (proposedAt) return 'Waiting for a second approval'

  const flagged = checks.filter(({ verdict }) => verdict === 'review')
  return flagged.length > 0 ? flagged.map(({ what }) => what).join('; ') : null
}
