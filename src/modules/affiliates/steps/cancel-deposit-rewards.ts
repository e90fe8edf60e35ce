import type { Tx } from '#platform/db/db.ts'
import type { AffiliateTables } from '../tables.ts'

/**
 * Ends the unpaid rewards of a deposit that was reversed. The caller holds `lockRewards`. A
 * campaign's budget stays used. A paid reward is never taken back, see `findPaidReward`.
 */
export async function cancelDepositRewards(tx: Tx, depositId: string): Promise<void> {
  await tx
    .withTables<AffiliateTables>()
    .updateTable('reward')
    .set({ due_at: null, refused_because: 'deposit_reversed' })
    .where('deposit_id', '=', depositId)
    .where('refused_because', 'is', null)
    .where('paid_at', 'is', null)
    .execute()
}
