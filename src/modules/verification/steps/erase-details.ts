import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'

/** Deletes what the members of accounts that were closed before an instant had declared. */
export async function eraseDetails(tx: Tx, closedBefore: Date): Promise<void> {
  await sql`
    delete from member_identity i using member m
    where m.id = i.member_id and m.status = 'closed' and m.closed_at <= ${closedBefore}
  `.execute(tx)
}
