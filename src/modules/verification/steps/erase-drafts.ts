import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { VerificationTables } from '../tables.ts'

/**
 * Deletes what a member who closes the account had not submitted: the rows of documents with the
 * keys of their files, which the nightly sweep deletes, and details that no verification used.
 */
export async function eraseDrafts(tx: Tx, memberId: string): Promise<void> {
  await tx
    .withTables<VerificationTables>()
    .deleteFrom('verification_document')
    .where('verification_id', 'in', (query) =>
      query
        .selectFrom('identity_verification')
        .select('id')
        .where('member_id', '=', memberId)
        .where('status', '=', 'waiting_for_member'),
    )
    .execute()

  await sql`
    delete from member_identity i
    where i.member_id = ${memberId}
      and not exists (
        select from identity_verification v
        where v.member_id = i.member_id and v.submitted_at is not null)
  `.execute(tx)
}
