import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import type { VerificationDocument } from '../model.ts'
import { getTables, toDocument } from './rows.ts'

/** Rows of one run of a job. */
export const AT_ONCE = 1_000

export type StoredDocument = {
  document: VerificationDocument
  fileKey: string
  keyId: string
  wrapped: Buffer
}

/** Returns a document with the wrapped key of its file; null if there is none any more. */
export async function findStoredDocument(
  reader: Reader,
  id: string,
): Promise<StoredDocument | null> {
  const row = await getTables(reader)
    .selectFrom('verification_document')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.file_key || !row.key_id || !row.wrapped_key) return null

  return {
    document: toDocument(row),
    fileKey: row.file_key,
    keyId: row.key_id,
    wrapped: row.wrapped_key,
  }
}

/**
 * Lists passed verifications whose re-check date has come, and those of which the member is still
 * to be reminded, at most 1,000.
 */
export async function listExpiring(
  reader: Reader,
  { today, remindBy }: { today: Day; remindBy: Day },
): Promise<{ id: string; expiresOn: Day }[]> {
  const { rows } = await sql<{ id: string; expiresOn: Day }>`
    select id, expires_on as "expiresOn" from identity_verification
    where status = 'passed' and (expires_on <= ${today}
      or expires_on <= ${remindBy} and expiry_notified_at is null)
    order by expires_on, id limit ${AT_ONCE}
  `.execute(reader)

  return rows
}

export type ErasableVerification = {
  id: string
  memberId: string
  isClosed: boolean
}

/**
 * Lists verifications whose retention ended: of accounts that were closed, and refused ones, before
 * an instant; at most 1,000. The retention of their country's rules ended too.
 */
export async function listErasable(
  reader: Reader,
  before: Date,
  now: Date,
): Promise<ErasableVerification[]> {
  const { rows } = await sql<ErasableVerification>`
    select v.id, v.member_id as "memberId", m.status = 'closed' as "isClosed"
    from identity_verification v join member m on m.id = v.member_id
    where v.erased_at is null and m.status = 'closed' and m.closed_at <= ${before}
        and retained_until(m.id, m.closed_at) <= ${now}
      or v.status = 'refused' and v.decided_at <= ${before}
        and retained_until(m.id, v.decided_at) <= ${now} and exists (
        select from verification_document d where d.verification_id = v.id and d.erased_at is null)
    order by v.id limit ${AT_ONCE}
  `.execute(reader)

  return rows
}
