import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { toPlanAssetsAccountCode } from '#modules/ledger/model.ts'
import { getBalance } from '#modules/ledger/queries.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import type { Income, WhilePlaced } from '../model.ts'

const getPlaced = async (reader: Reader, planId: string): Promise<Cents> =>
  -(await getBalance(reader, toPlanAssetsAccountCode(planId)))

/**
 * Returns what the approval of an income states while assets are placed for its plan; nothing while
 * none are. Throws `assets_placed` (409) if the admin does not say that it is income: what comes
 * back is returned capital first.
 */
export async function resolveWhilePlaced(
  reader: Reader,
  planId: string,
  whilePlaced: WhilePlaced | undefined,
): Promise<Pick<Income, 'placed' | 'whilePlaced'>> {
  const placed = await getPlaced(reader, planId)
  if (placed <= 0n) return {}
  if (whilePlaced) return { placed, whilePlaced }

  throw new DomainError(
    'assets_placed',
    409,
    `${formatUsd(placed)} is placed for this plan, so a payment counts as returned capital ` +
      'first. Record it as returned capital, or state that it is income.',
    'whilePlaced',
  )
}

/**
 * Throws `assets_placed` (409) if more is placed for the plan than the approval of its income
 * states. The database refuses the same (`protect_placed_assets`), in the same order.
 */
export async function assertIncomeStated(
  tx: Tx,
  { planId, placed: stated = 0n, whilePlaced }: Income,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('treasury/placed', 0))`.execute(tx)
  const placed = await getPlaced(tx, planId)
  if (placed <= 0n || (whilePlaced && placed <= stated)) return

  throw new DomainError(
    'assets_placed',
    409,
    `${formatUsd(placed)} is now placed for this plan, more than when this was proposed. ` +
      'Reject the proposal and submit it again.',
  )
}
