import { createNotFoundError } from '#lib/errors.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { type Member, normalizeEmail, REFERRAL_CODE } from '../model.ts'
import { getTables, MEMBER_TYPES, type MemberRow, toMember } from './rows.ts'

/** Returns the member. Throws `not_found` (404). */
export const getMember = async (reader: Reader, id: string): Promise<Member> =>
  takeMember(await selectMemberRow(reader, id).execute())

const selectMemberRow = (reader: Reader, id: string) =>
  getTables(reader).selectFrom('member').selectAll().where('id', '=', id)

/** Returns the query of a member for `readBatch`. */
export const selectMember = (reader: Reader, id: string) =>
  toBatchQuery<MemberRow>(selectMemberRow(reader, id), MEMBER_TYPES)

/** Returns the member from the rows of `selectMember`. Throws `not_found` (404). */
export function takeMember([row]: readonly MemberRow[]): Member {
  if (!row) throw createNotFoundError('This member')
  return toMember(row)
}

/** Returns the member with an e-mail address, in any letter case, or null. */
export async function findMemberByEmail(reader: Reader, email: string): Promise<Member | null> {
  const key = normalizeEmail(email)
  const row = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('email', '=', key)
    .where('status', '!=', 'closed')
    .executeTakeFirst()

  return row ? toMember(row) : null
}

/** Returns the member with a referral code, in capital letters, or null. */
export async function findMemberByReferralCode(
  reader: Reader,
  code: string,
): Promise<Member | null> {
  if (!REFERRAL_CODE.test(code)) return null

  const row = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('referral_code', '=', code)
    .where('status', '!=', 'closed')
    .executeTakeFirst()

  return row ? toMember(row) : null
}

/** Returns all members whose account is not closed, newest first. */
export async function listMembers(reader: Reader): Promise<Member[]> {
  const rows = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('status', '!=', 'closed')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

  return rows.map(toMember)
}

export type EmailChange = { newEmail: string; requestedAt: Date; expiresAt: Date }

/** Returns the change of address that a member can still confirm, or null. */
export async function findEmailChange(
  reader: Reader,
  memberId: string,
  now: Date,
): Promise<EmailChange | null> {
  const row = await getTables(reader)
    .selectFrom('email_change')
    .select(['new_email as newEmail', 'requested_at as requestedAt', 'expires_at as expiresAt'])
    .where('member_id', '=', memberId)
    .where('done_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

  return row ?? null
}
