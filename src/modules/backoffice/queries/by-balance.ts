import type { Cents } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import {
  countMembers,
  listMembersById,
  type MemberFilter,
  selectMemberIds,
} from '#modules/identity/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type BoundedCount,
  countRows,
  getMaxCount,
  type PageQuery,
  type PageResult,
  readPage,
} from '#platform/db/pages.ts'
import type { BackofficeTables } from '../tables.ts'

/** A member filter; `cents` selects the members with exactly this account balance. */
export type BalanceFilter = MemberFilter & { cents?: Cents }

const selectMembers = (reader: Reader, { cents, ...filter }: BalanceFilter) =>
  reader
    .withTables<BackofficeTables>()
    .selectFrom('member_balance')
    .select('member_id')
    .where('member_id', 'in', selectMemberIds(reader, filter))
    .$if(cents !== undefined, (query) => query.where('cents', '=', cents ?? 0n))

/** Counts the members that match a filter, up to `limit`. */
async function countMatching(
  reader: Reader,
  filter: BalanceFilter,
  limit: number,
): Promise<BoundedCount> {
  return filter.cents === undefined
    ? await countMembers(reader, filter, limit)
    : await countRows(reader, selectMembers(reader, filter), limit)
}

/** Returns a page of members ordered by their account balance, which is at most seconds old. */
export async function listMembersByBalance(
  reader: Reader,
  filter: BalanceFilter,
  descending: boolean,
  pageQuery: PageQuery,
): Promise<PageResult<Member>> {
  const count = await countMatching(reader, filter, getMaxCount(pageQuery))
  return await readPage(pageQuery, count, descending, async (direction, offset, limit) => {
    const ordered = selectMembers(reader, filter)
      .orderBy('cents', direction)
      .orderBy('member_id', direction)
    const ids = (await ordered.offset(offset).limit(limit).execute()).map((row) => row.member_id)
    const members = await listMembersById(reader, ids)
    return ids.flatMap((id) => members.get(id) ?? [])
  })
}
