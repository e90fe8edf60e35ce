import { sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { VerificationDocument } from '../model.ts'
import { getTables, toDocument } from './rows.ts'

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
