import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { parseSearchAmount } from '#lib/parse-search-amount.ts'
import { sumDepositsByMember } from '#modules/deposits/queries.ts'
import type { Member } from '#modules/identity/model.ts'
import { listMemberPage, MEMBER_ORDERS, type MemberFilter } from '#modules/identity/queries.ts'
import { listSubAccountBalances } from '#modules/ledger/queries.ts'
import { getPortfolio, type Portfolio } from '#modules/portfolio/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PageQuery, PageResult } from '#platform/db/pages.ts'
import { listMembersByBalance } from './queries/by-balance.ts'
import { toMemberFilter, type UserFilter } from './queries/user-filter.ts'

export type UserLine = { member: Member; balance: Cents; profit: Cents; deposited: Cents }

export const USER_ORDERS = [...MEMBER_ORDERS, 'balance'] as const
type Order = { by: (typeof USER_ORDERS)[number]; descending: boolean }

/**
 * Returns the members whose account balance equals the search text, if it is an amount and any
 * match; else the members that match its words.
 */
async function findMembersPage(
  reader: Reader,
  filter: MemberFilter,
  order: Order,
  pageQuery: PageQuery,
) {
  const { by, descending } = order
  const cents = filter.search === undefined ? null : parseSearchAmount(filter.search)

  if (cents !== null) {
    const page = await listMembersByBalance(
      reader,
      { ...filter, search: undefined, cents },
      descending,
      pageQuery,
    )
    if (page.total > 0) return page
  }

  if (by === 'balance') return await listMembersByBalance(reader, filter, descending, pageQuery)

  return await listMemberPage(reader, filter, { by, descending }, pageQuery)
}

/** Returns a page of members with the figures of the ledger, in cents. */
export async function listUsers(
  reader: Reader,
  filter: UserFilter,
  order: Order,
  pageQuery: PageQuery,
): Promise<PageResult<UserLine>> {
  const { rows, ...count } = await findMembersPage(
    reader,
    toMemberFilter(reader, filter),
    order,
    pageQuery,
  )
  const ids = rows.map(({ id }) => id)
  const subAccounts = await listSubAccountBalances(reader, ids)
  const deposited = await sumDepositsByMember(reader, ids)
  const lines = rows.map((member) => {
    const { cash = 0n, principal = 0n, profit = 0n } = subAccounts.get(member.id) ?? {}
    return { member, balance: cash + principal, profit, deposited: deposited.get(member.id) ?? 0n }
  })

  return { ...count, rows: lines }
}

/** Returns the portfolio of a member, with the figures that the member sees. */
export async function getUser(reader: Reader, memberId: string, today: Day): Promise<Portfolio> {
  return await getPortfolio(reader, memberId, today)
}
