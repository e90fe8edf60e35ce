import type { Tx } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'

/** Holds a plan as it is, open or closed, until the transaction ends. */
export async function lockPlan(tx: Tx, planId: string): Promise<void> {
  await tx
    .withTables<PlansTables>()
    .selectFrom('plan')
    .select('id')
    .where('id', '=', planId)
    .forKeyShare()
    .execute()
}
