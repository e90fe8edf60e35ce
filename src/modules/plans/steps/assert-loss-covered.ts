import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { formatUsd } from '#lib/money.ts'
import { type Transfer, toPlanAssetsAccountCode } from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import { assertCovered, lockTaken } from '#modules/treasury/steps/assert-covered.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Loss } from '../model.ts'

/**
 * Throws `more_than_placed` (422) for a write-off above what is placed outside for the plan, and
 * `insufficient_funds` (422) for more than a place holds. Locks the plan, so that one loss is
 * checked at a time.
 */
export async function assertLossCovered(
  tx: Tx,
  loss: Loss,
  transfers: readonly Transfer[],
): Promise<void> {
  if (loss.from === 'custody') {
    await lockTaken(tx, transfers)
    return await assertCovered(tx, transfers)
  }

  const assets = toPlanAssetsAccountCode(loss.planId)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`treasury/${assets}`}, 0))`.execute(tx)

  const placed = -(await getBalance(tx, assets))
  if (loss.cents <= placed) return

  throw new DomainError(
    'more_than_placed',
    422,
    `Only ${formatUsd(placed > 0n ? placed : 0n)} is placed for this plan. Record any further ` +
      'loss as a loss of assets in custody.',
    'amount',
  )
}
