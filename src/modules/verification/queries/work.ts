import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import type { ProviderName, Verification, VerificationDocument } from '../model.ts'
import { getTables, toDocument, toVerification } from './rows.ts'

/** Rows of one run of a job. */
const AT_ONCE = 1_000
const CHECKS_AT_ONCE = 100

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

/** Returns an open verification of an outside provider by its id, or null. */
export async function findCheck(reader: Reader, id: string): Promise<{ id: string } | null> {
  const row = await getTables(reader)
    .selectFrom('identity_verification')
    .select('id')
    .where('id', '=', id)
    .where('provider', '<>', 'desk')
    .where('status', 'in', ['waiting_for_member', 'in_review'])
    .executeTakeFirst()

  return row ?? null
}

/** Lists open verifications of outside providers, those first that were read longest ago. */
export async function listOpenChecks(reader: Reader): Promise<Verification[]> {
  const rows = await getTables(reader)
    .selectFrom('identity_verification')
    .selectAll()
    .where('provider', '<>', 'desk')
    .where('status', 'in', ['waiting_for_member', 'in_review'])
    .where(
      sql<boolean>`not exists (
        select from member m where m.id = member_id and m.status = 'closed')`,
    )
    .orderBy(sql`provider_read_at nulls first`)
    .orderBy('sequence')
    .limit(CHECKS_AT_ONCE)
    .execute()

  return rows.map(toVerification)
}

export type ErasableVerification = {
  id: string
  memberId: string
  isClosed: boolean
}

/**
 * True if a check was decided against, or its account closed, so long ago that nothing retains it.
 */
const isRetentionOver = (before: Date, now: Date) => sql<boolean>`
  (status in ('refused', 'try_again') and decided_at <= ${before}
      and retained_until(member_id, decided_at) <= ${now}
    or exists (select from member m
      where m.id = member_id and m.status = 'closed' and m.closed_at <= ${before}
        and retained_until(m.id, m.closed_at) <= ${now}))`

/**
 * Lists verifications whose data an outside provider still has and whose retention ended: of closed
 * accounts, and those that were refused, returned or never completed, before an instant; at most
 * 1,000. The retention of their country's rules ended too.
 */
export async function listForgettable(
  reader: Reader,
  before: Date,
  now: Date,
): Promise<Verification[]> {
  const rows = await getTables(reader)
    .selectFrom('identity_verification')
    .selectAll()
    .where(sql<boolean>`provider <> 'desk' and forgotten_at is null
      and provider_reference is not null and (${isRetentionOver(before, now)}
        or status = 'waiting_for_member' and begun_at <= ${before})`)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()

  return rows.map(toVerification)
}

/**
 * Counts the open checks at providers that new verifications don't use, and the checks whose data
 * is to be deleted there.
 */
export async function countLeftChecks(
  reader: Reader,
  { provider, before, now }: { provider: ProviderName | 'none'; before: Date; now: Date },
): Promise<{ open: number; toForget: number }> {
  const { rows } = await sql<{ open: number; toForget: number }>`
    select count(*) filter (where status in ('waiting_for_member', 'in_review')
        and not exists (select from member m where m.id = member_id and m.status = 'closed'))::int
        as open,
      count(*) filter (where forgotten_at is null and provider_reference is not null
        and ${isRetentionOver(before, now)})::int as "toForget"
    from identity_verification
    where provider <> 'desk' and provider <> ${provider}
  `.execute(reader)

  return rows[0] ?? { open: 0, toForget: 0 }
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
