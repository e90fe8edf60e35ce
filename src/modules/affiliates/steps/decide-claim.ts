import { takeBudget } from '#modules/campaigns/steps/take-budget.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { findWaiting } from '../queries.ts'
import type { AffiliateTables } from '../tables.ts'

/**
 * Decides on the oldest waiting claim: due while its campaign's budget lasts, else rejected.
 * Returns false when none waits.
 */
export async function decideClaim(tx: Tx, app: Pick<App, 'clock'>): Promise<boolean> {
  const claim = await findWaiting(tx)
  if (!claim?.campaignId) return false

  const covered = await takeBudget(tx, claim.campaignId)
  await tx
    .withTables<AffiliateTables>()
    .updateTable('reward')
    .set(covered ? { due_at: app.clock.now() } : { refused_because: 'budget_used' as const })
    .where('id', '=', claim.id)
    .execute()

  return true
}
