import type { Reader } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

const selectDeposits = (reader: Reader) => reader.withTables<DepositTables>().selectFrom('deposit')

/** Returns the file key and media type of a proof of payment; null if none was uploaded. */
export async function findProof(
  reader: Reader,
  id: string,
): Promise<{ key: string; type: string } | null> {
  const row = await selectDeposits(reader)
    .select(['proof_key', 'proof_type'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.proof_key && row.proof_type ? { key: row.proof_key, type: row.proof_type } : null
}

/** Returns the ids of other deposits with the same proof file, newest first; at most five. */
export async function listSameProof(reader: Reader, id: string): Promise<string[]> {
  const rows = await selectDeposits(reader)
    .select('id')
    .where('id', '!=', id)
    .where('proof_sha256', '=', (other) =>
      other.selectFrom('deposit as this').select('this.proof_sha256').where('this.id', '=', id),
    )
    .orderBy('created_at', 'desc')
    .limit(5)
    .execute()

  return rows.map((row) => row.id)
}

/** Returns the stored bytes of a member's proofs that were uploaded after an instant. */
export async function sumProofBytes(
  reader: Reader,
  memberId: string,
  since: Date,
): Promise<number> {
  const row = await selectDeposits(reader)
    .select((all) => all.fn.sum<string | null>('proof_bytes').as('bytes'))
    .where('member_id', '=', memberId)
    .where('submitted_at', '>', since)
    .executeTakeFirstOrThrow()

  return Number(row.bytes ?? 0)
}

/** Returns those of the file keys that a deposit still names. */
export async function listReferencedProofs(reader: Reader, keys: string[]): Promise<string[]> {
  const rows = await selectDeposits(reader)
    .select('proof_key')
    .where('proof_key', 'in', keys)
    .execute()
  return rows.flatMap(({ proof_key: key }) => (key ? [key] : []))
}
