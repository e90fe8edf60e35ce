import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { Search } from '#platform/db/list-input.ts'
import {
  type BoundedCount,
  countRows,
  getMaxCount,
  MAX_COUNT,
  type PageQuery,
  type PageResult,
  readPage,
} from '#platform/db/pages.ts'
import { readStatusCounts } from '#platform/db/status-counts.ts'
import type { Member, MemberStatus } from '../model.ts'
import { getTables, toMember } from './rows.ts'

/** Every search term has to begin a name, an address, an id, a referral code or a phone number. */
export type MemberFilter = Search & {
  status?: Exclude<MemberStatus, 'closed'> | undefined
  country?: string | undefined
  /** A condition of another module on the column `id`. */
  condition?: RawBuilder<SqlBool> | undefined
}

export const MEMBER_ORDERS = ['registered', 'name', 'email'] as const
type Order = { by: (typeof MEMBER_ORDERS)[number]; descending: boolean }

export const filterMembers = (
  reader: Reader,
  { search, status, country, since, until, condition }: MemberFilter,
) =>
  getTables(reader)
    .selectFrom('member')
    .$if(status === undefined, (query) => query.where('status', '!=', 'closed'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'active'))
    .$if(country !== undefined, (query) => query.where('country', '=', country ?? ''))
    .$if(condition !== undefined, (query) => query.where(condition ?? sql<SqlBool>`true`))
    .$if(search !== undefined, (query) =>
      query.where(sql<boolean>`search_terms @@ parse_search(${search ?? ''})`),
    )
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where('created_at', '<', until ?? new Date(0)))

/** Returns the query for the ids of the members that match a filter, as a part of another query. */
export const selectMemberIds = (reader: Reader, filter: MemberFilter) =>
  filterMembers(reader, filter).select('id')

/** The filters that the stored counts don't know. */
const FILTERS = ['search', 'country', 'since', 'until', 'condition'] as const

/** Returns the number of members that match a filter: exact for a status, else up to a bound. */
export async function countMembers(
  reader: Reader,
  filter: MemberFilter = {},
  max = MAX_COUNT,
): Promise<BoundedCount> {
  const { status } = filter
  if (FILTERS.every((name) => filter[name] === undefined)) {
    const many = [...(await readStatusCounts(reader, 'member'))].filter(([each]) =>
      status ? each === status : each !== 'closed',
    )
    return { total: many.reduce((sum, [, { many }]) => sum + many, 0), more: false }
  }

  return await countRows(reader, filterMembers(reader, filter).select('id'), max)
}

/** Returns one page of the members that match a filter. */
export async function listMemberPage(
  reader: Reader,
  filter: MemberFilter,
  order: Order,
  pageRequest: PageQuery,
): Promise<PageResult<Member>> {
  const counted = await countMembers(reader, filter, getMaxCount(pageRequest))
  return await readPage(pageRequest, counted, order.descending, async (way, offset, limit) => {
    let query = filterMembers(reader, filter).selectAll().offset(offset).limit(limit)
    if (order.by === 'registered')
      query = query.orderBy('created_at', way).orderBy('id', way === 'desc' ? 'asc' : 'desc')
    if (order.by === 'name')
      query = query.orderBy('first_name', way).orderBy('last_name', way).orderBy('id', way)
    if (order.by === 'email') query = query.orderBy('email', way)

    return (await query.execute()).map(toMember)
  })
}

/** Returns the number of members who signed in since an instant or hold a position. */
export async function countActive(reader: Reader, since: Date): Promise<number> {
  const { rows } = await sql<{ many: bigint }>`select active_members(${since}) as many`.execute(
    reader,
  )
  return Number(rows[0]?.many ?? 0n)
}
