import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import type { DeclaredDetails, LevelNumber, Verification } from '../model.ts'
import { getTables, toDetails, toVerification } from './rows.ts'

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
