import type { Cents } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'

/**
 * Ends a position whose deposit is reversed, with `remaining` left of it, which the caller posts
 * back to cash. Nothing of it accrues or falls due any more, its waiting notices are cancelled, and
 * what a released withdrawal had taken out stays cash. The database refuses it once the position
 * bore a loss or matured, with another amount, and without the reversal of its deposit.
 */
export async function reversePosition(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  positionId: string,
  remaining: Cents,
): Promise<void> {
  const tables = tx.withTables<PlansTables>()
  await tables
    .updateTable('position')
    .set({
      status: 'reversed',
      remaining_cents: 0n,
      reversed_cents: remaining,
      matured_on: clock.today(),
    })
    .where('id', '=', positionId)
    .execute()

  await tables
    .updateTable('redemption_notice')
    .set({ status: 'cancelled', closed_at: clock.now() })
    .where('position_id', '=', positionId)
    .where('status', '=', 'waiting')
    .execute()
}
