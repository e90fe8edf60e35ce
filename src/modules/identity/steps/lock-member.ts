import type { Tx } from '#platform/db/db.ts'
import type { Member } from '../model.ts'
import { getMember } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

/** Locks and returns the member until the end of the transaction. Throws `not_found` (404). */
export async function lockMember(tx: Tx, memberId: string): Promise<Member> {
  const rows = tx.withTables<IdentityTables>().selectFrom('member').select('id')
  await rows.where('id', '=', memberId).forUpdate().execute()
  return await getMember(tx, memberId)
}
