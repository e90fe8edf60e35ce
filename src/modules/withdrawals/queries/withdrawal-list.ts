import { sql } from 'kysely'
import { COINS } from '#lib/money.ts'
import { listSpellings } from '#lib/payment-references.ts'
import { resolveMemberSearch, type Sought } from '#modules/identity/queries.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db/db.ts'
import {
  type BoundedCount,
  countRows,
  getMaxCount,
  type PageQuery,
  type PageResult,
  readPage,
  type Search,
} from '#platform/db/pages.ts'
import type { WithdrawalStatus } from '../model.ts'
import { countWithdrawals, toWithdrawal, type Withdrawal } from '../queries.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Its words are a withdrawal's id, the transaction that paid it, an amount, or begin words of the
 * member's name, address or id.
 */
export type WithdrawalListQuery = Search & {
  status?: WithdrawalStatus | undefined
  method?: PaymentMethodCode | undefined
}

export const WITHDRAWAL_ORDERS = ['date', 'amount'] as const
export type Order = { by: (typeof WITHDRAWAL_ORDERS)[number]; descending: boolean }

const WITHDRAWAL_ID = /^wdr_[0-9a-z]{20}$/

const createIdLookup = (reader: Reader) => (words: string) =>
  WITHDRAWAL_ID.test(words) ? [words] : listIdsByTxid(reader, words)

/** What a transaction paid, by the index that keeps one from paying twice. */
async function listIdsByTxid(reader: Reader, words: string): Promise<string[]> {
  const rows = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .select('id')
    .where('coin', 'in', [...COINS])
    .where(sql<string>`lower(txid)`, 'in', listSpellings(words))
    .execute()

  return rows.map(({ id }) => id)
}

function buildWithdrawalQuery(reader: Reader, listQuery: WithdrawalListQuery, about: Sought) {
  const { status, method, since, until } = listQuery
  let query = reader.withTables<WithdrawalTables>().selectFrom('withdrawal')

  if (about.ids) query = query.where('id', 'in', about.ids)
  if (about.amount !== undefined) query = query.where('amount', '=', about.amount)
  if (about.members)
    query = query.where('member_id', 'in', about.members.length ? about.members : [''])
  if (method) query = query.where('method', '=', method)
  if (since) query = query.where('created_at', '>=', since)
  if (until) query = query.where('created_at', '<', until)

  return status ? query.where('status', '=', status) : query
}

async function countMatchingWithdrawals(
  reader: Reader,
  listQuery: WithdrawalListQuery,
  about: Sought,
  atMost: number,
): Promise<BoundedCount> {
  const { search, status, method, since, until } = listQuery
  if (search === undefined && !method && !since && !until) {
    const many = await countWithdrawals(reader)
    const total = status ? many[status] : Object.values(many).reduce((sum, each) => sum + each, 0)
    return { total, more: false }
  }

  const found = buildWithdrawalQuery(reader, listQuery, about).select('id')
  const { total, more } = await countRows(reader, found, atMost)

  return { total, more: more || about.tooMany }
}

/** One page of the withdrawals of all members. */
export async function listWithdrawalPage(
  reader: Reader,
  listQuery: WithdrawalListQuery,
  order: Order,
  page: PageQuery,
): Promise<PageResult<Withdrawal>> {
  const about = await resolveMemberSearch(reader, listQuery.search, createIdLookup(reader))
  const count = await countMatchingWithdrawals(reader, listQuery, about, getMaxCount(page))

  return await readPage(page, count, order.descending, async (way, offset, limit) => {
    const rows = await buildWithdrawalQuery(reader, listQuery, about)
      .selectAll()
      .orderBy(order.by === 'amount' ? 'amount' : 'created_at', way)
      .orderBy('id', way)
      .offset(offset)
      .limit(limit)
      .execute()

    return rows.map(toWithdrawal)
  })
}
