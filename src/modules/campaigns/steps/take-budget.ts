import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { CampaignTables } from '../tables.ts'

/**
 * Reserves one claim's amount in a campaign's budget. Returns false when less than that is left.
 */
export async function takeBudget(tx: Tx, campaignId: string): Promise<boolean> {
  const taken = await tx
    .withTables<CampaignTables>()
    .updateTable('campaign')
    .set({ used_cents: sql<bigint>`used_cents + amount_cents` })
    .where('id', '=', campaignId)
    .where(sql<boolean>`used_cents + amount_cents <= budget_cents`)
    .returning('id')
    .executeTakeFirst()

  return taken !== undefined
}
