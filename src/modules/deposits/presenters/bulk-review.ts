import type { Cents } from '#lib/money.ts'
import { assertAllFound, type Check } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { type Deposit, listDepositsById } from '../queries.ts'
import { loadChecks } from './checks.ts'
import { type Credit, computeCredit } from './credit.ts'
import { findWaiting } from './review.ts'
import { buildStaffDeposits } from './staff.ts'

const sum = (amounts: readonly Cents[]) => amounts.reduce((total, cents) => total + cents, 0n)

/**
 * Returns what confirming each of these deposits as quoted would post, oldest first, and why one of
 * them can't be confirmed with others. Throws for an unknown id.
 */
export async function buildBulkReview(app: App, ids: readonly string[]) {
  const deposits = await listDepositsById(app.db, ids, app.clock.now())
  assertAllFound(
    'deposit',
    ids,
    deposits.map(({ id }) => id),
  )
  const lines = await buildStaffDeposits(app, deposits)

  const reviews = []
  for (const [index, deposit] of deposits.entries()) {
    const line = lines[index] as (typeof lines)[number]
    reviews.push({ deposit: line, ...(await reviewOne(app, deposit)) })
  }

  const ready = reviews.filter(({ refusal }) => refusal === null)
  return {
    deposits: reviews,
    ready: {
      count: ready.length,
      credited: sum(ready.map(({ credited }) => credited)),
      invested: sum(ready.map(({ invested }) => invested)),
    },
  }
}

async function reviewOne(app: App, deposit: Deposit) {
  const credit = await computeCredit(app, deposit, {})
  const checks = await loadChecks(app, deposit, credit)
  const { credited, invested } = credit

  return { checks, credited, invested, refusal: await findRefusal(app, deposit, credit, checks) }
}

/** Returns why a deposit has to be decided alone, or null. */
async function findRefusal(
  app: App,
  deposit: Deposit,
  credit: Credit,
  checks: readonly Check[],
): Promise<string | null> {
  if (deposit.status !== 'pending') return 'No longer pending'
  if (app.config.MODE === 'live' && credit.payments.length === 0)
    return 'Needs the transaction ID of its payment'
  if (credit.credited === 0n) return 'Worth less than a cent'

  const waiting = await findWaiting(app, deposit)
  if (waiting) return `Confirmed by ${waiting.by}, waiting for a second approval`

  const flagged = checks.filter(({ verdict }) => verdict === 'review')
  return flagged.length > 0 ? flagged.map(({ what }) => what).join('; ') : null
}
