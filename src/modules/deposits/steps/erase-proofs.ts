import type { Tx } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Removes the proofs of payment of a member from the database and returns the keys of their files,
 * which the caller deletes after the commit.
 */
export async function eraseProofs(tx: Tx, memberId: string): Promise<string[]> {
  const deposits = tx.withTables<DepositTables>()
  const rows = await deposits
    .selectFrom('deposit')
    .select('proof_key')
    .where('member_id', '=', memberId)
    .where('proof_key', 'is not', null)
    .forUpdate()
    .execute()

  await deposits
    .updateTable('deposit')
    .set({ proof_key: null, proof_type: null, proof_bytes: null, proof_sha256: null })
    .where('member_id', '=', memberId)
    .where('proof_key', 'is not', null)
    .execute()

  return rows.map((row) => row.proof_key ?? '')
}
