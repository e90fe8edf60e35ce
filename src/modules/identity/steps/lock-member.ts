import type { Tx } from '#platform/db/db.ts'
import type { Member } from '../model.ts'
import { getMember } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * The member as they are until this transaction ends, or a 404: whoever wants to change them, or to
 * ask for something in their name, waits.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<Member> {
  const rows = tx.withTables<IdentityTables>().selectFrom('member').select('id')
  await rows.where('id', '=', memberId).forUpdate().execute()
  return await getMember(tx, memberId)
}
