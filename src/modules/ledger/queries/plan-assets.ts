import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'

/** An amount placed outside for a plan, returned as capital or written off, by one approval. */
export type PlanAssetsMovement = {
  planId: string
  transferType: 'assets_placed' | 'assets_returned' | 'assets_lost'
  cents: Cents
  on: Day
  approval: string | null
}

/** Lists the movements of plan assets, oldest first: of all plans or one. */
export async function listPlanAssetsMovements(
  reader: Reader,
  planId: string | null = null,
): Promise<PlanAssetsMovement[]> {
  const { rows } = await sql<PlanAssetsMovement>`
    with side as (
      select a.owner, e.* from ledger.accounts a join ledger.entries e on e.debit = a.id
        where a.account_type = 'plan_assets' and (${planId}::text is null or a.owner = ${planId})
      union all
      select a.owner, e.* from ledger.accounts a join ledger.entries e on e.credit = a.id
        where a.account_type = 'plan_assets' and (${planId}::text is null or a.owner = ${planId}))
    select owner as "planId", transfer_type as "transferType", sum(amount)::bigint as cents,
      min(effective_date) as "on", min(approval) as approval
    from side group by owner, transfer_type, reference order by min(id)`.execute(reader)

  return rows
}
