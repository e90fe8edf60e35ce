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

/** `cents`: only those whose account balance is exactly this. */
export type BalanceFilter = MemberFilter & { cents?: Cents }

const selectMembers = (reader: Reader, { cents, ...filter }: BalanceFilter) =>
  reader
    .withTables<BackofficeTables>()
    .selectFrom('member_balance')
    .select('member_id')
    .where('member_id', 'in', selectMemberIds(reader, filter))
    .$if(cents !== undefined, (query) => query.where('cents', '=', cents ?? 0n))

/** How many members a filter leaves. */
async function countMatching(
  reader: Reader,
  filter: BalanceFilter,
  atMost: number,
): Promise<BoundedCount> {
  return filter.cents === undefined
    ? await countMembers(reader, filter, atMost)
    : await countRows(reader, selectMembers(reader, filter), atMost)
}

/**
 * One page of members in the order of their account balance, as it was within the last second or
 * so.
 */
export async function listMembersByBalance(
  reader: Reader,
  filter: BalanceFilter,
  descending: boolean,
  pageQuery: PageQuery,
): Promise<PageResult<Member>> {
  const count = await countMatching(reader, filter, getMaxCount(pageQuery))
  return await readPage(pageQuery, count, descending, async (way, offset, limit) => {
    const ordered = selectMembers(reader, filter).orderBy('cents', way).orderBy('member_id', way)
    const ids = (await ordered.offset(offset).limit(limit).execute()).map((row) => row.member_id)
    const members = await listMembersById(reader, ids)
    return ids.flatMap((id) => members.get(id) ?? [])
  })
}
