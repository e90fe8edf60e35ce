import { sql } from 'kysely'
import { spellingsOf } from '#lib/payment-references.ts'
import { type Sought, soughtBy } from '#modules/identity/queries.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db.ts'
import {
  type Counted,
  countedBy,
  mostOf,
  type Paged,
  type PageWanted,
  readPage,
  type Search,
} from '#platform/pages.ts'
import type { WithdrawalStatus } from '../model.ts'
import { countWithdrawals, type Withdrawal, withdrawalOf } from '../queries.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Its words are a withdrawal's id, the transaction that paid it, an amount, or begin words of the
 * member's name, address or id.
 */
export type WithdrawalsWanted = Search & {
  status?: WithdrawalStatus | undefined
  method?: PaymentMethodCode | undefined
}

export const WITHDRAWAL_ORDERS = ['date', 'amount'] as const
export type Order = { by: (typeof WITHDRAWAL_ORDERS)[number]; descending: boolean }

const WITHDRAWAL_ID = /^wdr_[0-9a-z]{20}$/

const namedIn = (reader: Reader) => (words: string) =>
  WITHDRAWAL_ID.test(words) ? [words] : idsPaidBy(reader, words)

/** What a transaction paid, by the index that keeps one from paying twice. */
async function idsPaidBy(reader: Reader, words: string): Promise<string[]> {
  const rows = await reader
    .withTables<WithdrawalTables>()
    .selectFrom('withdrawal')
    .select('id')
    .where('coin', 'in', ['BTC', 'ETH', 'USDT'])
    .where(sql<string>`lower(txid)`, 'in', spellingsOf(words))
    .execute()

  return rows.map(({ id }) => id)
}

function narrowed(reader: Reader, wanted: WithdrawalsWanted, about: Sought) {
  const { status, method, since, until } = wanted
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

async function counted(
  reader: Reader,
  wanted: WithdrawalsWanted,
  about: Sought,
  atMost: number,
): Promise<Counted> {
  const { words, status, method, since, until } = wanted
  if (words === undefined && !method && !since && !until) {
    const many = await countWithdrawals(reader)
    const total = status ? many[status] : Object.values(many).reduce((sum, each) => sum + each, 0)
    return { total, more: false }
  }

  const found = narrowed(reader, wanted, about).select('id')
  const { total, more } = await countedBy(reader, found, atMost)

  return { total, more: more || about.tooMany }
}

/** One page of the withdrawals of all members. */
export async function pageOfWithdrawals(
  reader: Reader,
  wanted: WithdrawalsWanted,
  order: Order,
  page: PageWanted,
): Promise<Paged<Withdrawal>> {
  const about = await soughtBy(reader, wanted.words, namedIn(reader))
  const count = await counted(reader, wanted, about, mostOf(page))

  return await readPage(page, count, order.descending, async (way, offset, limit) => {
    const rows = await narrowed(reader, wanted, about)
      .selectAll()
      .orderBy(order.by === 'amount' ? 'amount' : 'created_at', way)
      .orderBy('id', way)
      .offset(offset)
      .limit(limit)
      .execute()

    return rows.map(withdrawalOf)
  })
}
