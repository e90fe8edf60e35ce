import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type {
  DeclaredDetails,
  LevelNumber,
  Verification,
  VerificationDocument,
  VerificationStatus,
} from '../model.ts'
import { getTables, toDetails, toDocument, toVerification } from './rows.ts'

const MAX_ROWS = 500

/** Returns the level of a member on a day: 0 none, 1 basic, 2 full, 3 source of funds. */
export async function findVerificationLevel(
  reader: Reader,
  memberId: string,
  today: Day,
): Promise<LevelNumber> {
  const answer = sql<{ level: LevelNumber }>`select verified_level(${memberId}, ${today}) as level`
  return (await answer.execute(reader)).rows[0]?.level ?? 0
}

/** Returns what a member declared, or null. */
export async function findIdentityDetails(
  reader: Reader,
  memberId: string,
): Promise<DeclaredDetails | null> {
  const row = await getTables(reader)
    .selectFrom('member_identity')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst()

  return row ? toDetails(row) : null
}

/**
 * Returns whether a member can't change their details: they are in review or, unless the member has
 * started another basic verification, verified. A trigger says the same.
 */
export async function areDetailsLocked(
  reader: Reader,
  memberId: string,
  today: Day,
): Promise<boolean> {
  const verifications = await listVerifications(reader, memberId)
  const isRenewing = verifications.some(
    ({ level, status }) => level === 'basic' && status === 'waiting_for_member',
  )

  return verifications.some(
    ({ status, expiresOn }) =>
      status === 'in_review' ||
      (status === 'passed' && !isRenewing && expiresOn !== null && expiresOn > today),
  )
}

/** Lists the verifications of a member, the newest first, at most 500. */
export async function listVerifications(reader: Reader, memberId: string): Promise<Verification[]> {
  const rows = await getTables(reader)
    .selectFrom('identity_verification')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('sequence', 'desc')
    .limit(MAX_ROWS)
    .execute()

  return rows.map(toVerification)
}

/** Returns a verification; with `lock` no other command changes it meanwhile. Throws 404. */
export async function getVerification(
  reader: Reader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Verification> {
  const query = getTables(reader)
    .selectFrom('identity_verification')
    .selectAll()
    .where('id', '=', id)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw createNotFoundError('The verification')

  return toVerification(row)
}

/** Returns the member's own verification, as `getVerification` does. Throws `not_found` (404). */
export async function getOwnVerification(
  reader: Reader,
  memberId: string,
  id: string,
  options: { lock?: boolean } = {},
): Promise<Verification> {
  const found = await getVerification(reader, id, options)
  if (found.memberId !== memberId) throw createNotFoundError('The verification')

  return found
}

/** Lists the documents of verifications by their kind, the front before the back. */
export async function listDocuments(
  reader: Reader,
  verificationIds: readonly string[],
): Promise<VerificationDocument[]> {
  if (verificationIds.length === 0) return []

  const rows = await getTables(reader)
    .selectFrom('verification_document')
    .selectAll()
    .where('verification_id', 'in', verificationIds)
    .orderBy('kind')
    .orderBy(sql`side = 'back'`)
    .execute()

  return rows.map(toDocument)
}

/** Returns the member's own document. Throws `not_found` (404). */
export async function getOwnDocument(
  reader: Reader,
  memberId: string,
  id: string,
): Promise<VerificationDocument> {
  const row = await getTables(reader)
    .selectFrom('verification_document as d')
    .innerJoin('identity_verification as v', 'v.id', 'd.verification_id')
    .selectAll('d')
    .where('d.id', '=', id)
    .where('v.member_id', '=', memberId)
    .executeTakeFirst()
  if (!row) throw createNotFoundError('The document')

  return toDocument(row)
}

/** Lists verifications for staff: those in review by their promised time, others newest first. */
export async function listQueue(
  reader: Reader,
  status: VerificationStatus | undefined,
): Promise<Verification[]> {
  const all = getTables(reader).selectFrom('identity_verification').selectAll()
  const some = status ? all.where('status', '=', status) : all
  const rows = await some
    .orderBy(sql`status <> 'in_review'`)
    .orderBy(sql`case when status = 'in_review' then due_at end`)
    .orderBy('sequence', 'desc')
    .limit(MAX_ROWS)
    .execute()

  return rows.map(toVerification)
}

/** Counts the verifications in review, and those whose promised time has passed. */
export async function countInReview(
  reader: Reader,
  now: Date,
): Promise<{ inReview: number; overdue: number }> {
  const { in_review: inReview, overdue } = await getTables(reader)
    .selectFrom('identity_verification')
    .select(({ fn }) => [
      fn.countAll<bigint>().as('in_review'),
      fn.countAll<bigint>().filterWhere('due_at', '<=', now).as('overdue'),
    ])
    .where('status', '=', 'in_review')
    .executeTakeFirstOrThrow()

  return { inReview: Number(inReview), overdue: Number(overdue) }
}

/** Lists the ids of other members' verifications that have the same file; at most five. */
export async function listSameDocuments(
  reader: Reader,
  { memberId, hashes }: { memberId: string; hashes: readonly string[] },
): Promise<string[]> {
  if (hashes.length === 0) return []

  const rows = await getTables(reader)
    .selectFrom('verification_document as d')
    .innerJoin('identity_verification as v', 'v.id', 'd.verification_id')
    .select('v.id')
    .distinct()
    .where('d.sha256', 'in', hashes)
    .where('v.member_id', '<>', memberId)
    .orderBy('v.id')
    .limit(5)
    .execute()

  return rows.map(({ id }) => id)
}

/** Returns those of the file keys that a document still names. */
export async function listReferencedDocuments(reader: Reader, keys: string[]): Promise<string[]> {
  const rows = await getTables(reader)
    .selectFrom('verification_document')
    .select('file_key')
    .distinct()
    .where('file_key', 'in', keys)
    .execute()

  return rows.flatMap(({ file_key: key }) => key ?? [])
}
