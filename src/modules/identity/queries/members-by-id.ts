import type { Reader } from '#platform/db/db.ts'
import type { Member } from '../model.ts'
import { getTables, toMember } from './rows.ts'

/** Returns the members with these ids, by id. */
export async function listMembersById(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Member>> {
  if (ids.length === 0) return new Map()

  const rows = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute()

  return new Map(rows.map((row) => [row.id, toMember(row)]))
}

/** Returns the ids of all members whose account is not closed. */
export async function listOpenMemberIds(reader: Reader): Promise<string[]> {
  const rows = await getTables(reader)
    .selectFrom('member')
    .select('id')
    .where('status', '!=', 'closed')
    .orderBy('id')
    .execute()

  return rows.map(({ id }) => id)
}

/**
 * Returns the rows with the name and address of their member and the end of a withdrawal freeze.
 */
export async function attachMemberNames<Row extends { memberId: string }>(
  reader: Reader,
  rows: readonly Row[],
) {
  const members = await listMembersById(
    reader,
    rows.map(({ memberId }) => memberId),
  )

  return rows.map((row) => {
    const member = members.get(row.memberId)
    const {
      label = 'Erased member',
      email = '',
      withdrawalsFrozenUntil: frozenUntil = null,
    } = member ?? {}

    return { ...row, name: label, email, frozenUntil }
  })
}

/** Returns the members who signed up with a referral code, newest first. */
export async function listReferredMembers(reader: Reader, code: string): Promise<Member[]> {
  const rows = await getTables(reader)
    .selectFrom('member')
    .selectAll()
    .where('referred_by', '=', code)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

  return rows.map(toMember)
}
