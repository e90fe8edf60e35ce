import type { Tx } from '#platform/db/db.ts'
import type { EligibilityTables } from '../tables.ts'

/** Deletes the evidence of a closed account; the gates that it passed refer to the id alone. */
export async function eraseEvidence(tx: Tx, memberId: string): Promise<void> {
  await tx
    .withTables<EligibilityTables>()
    .deleteFrom('eligibility_evidence')
    .where('member_id', '=', memberId)
    .execute()
}
