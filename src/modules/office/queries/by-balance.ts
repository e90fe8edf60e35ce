import type { Cents } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import {
  countMembers,
  listMembersById,
  type MemberFilter,
  membersFound,
} from '#modules/identity/queries.ts'
import type { Reader } from '#platform/db.ts'
import {
  type Counted,
  countedBy,
  mostOf,
  type Paged,
  type PageWanted,
  readPage,
} from '#platform/pages.ts'
import type { OfficeTables } from '../tables.ts'

/** `cents`: only those whose account balance is exactly this. */
export type BalanceFilter = MemberFilter & { cents?: Cents }

const found = (reader: Reader, { cents, ...filter }: BalanceFilter) =>
  reader
    .withTables<OfficeTables>()
    .selectFrom('member_balance')
    .select('member_id')
    .where('member_id', 'in', membersFound(reader, filter))
    .$if(cents !== undefined, (query) => query.where('cents', '=', cents ?? 0n))

/** How many members a filter leaves. */
async function counted(reader: Reader, filter: BalanceFilter, atMost: number): Promise<Counted> {
  return filter.cents === undefined
    ? await countMembers(reader, filter, atMost)
    : await countedBy(reader, found(reader, filter), atMost)
}

/**
 * One page of members in the order of their account balance, as it was within the last second or
 * so.
 */
export async function pageByBalance(
  reader: Reader,
  filter: BalanceFilter,
  descending: boolean,
  wanted: PageWanted,
): Promise<Paged<Member>> {
  const count = await counted(reader, filter, mostOf(wanted))
  return await readPage(wanted, count, descending, async (way, offset, limit) => {
    const ordered = found(reader, filter).orderBy('cents', way).orderBy('member_id', way)
    const ids = (await ordered.offset(offset).limit(limit).execute()).map((row) => row.member_id)
    const members = await listMembersById(reader, ids)
    return ids.flatMap((id) => members.get(id) ?? [])
  })
}
