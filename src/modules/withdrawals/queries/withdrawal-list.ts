import { sql } from 'kysely'
import { amountSought } from '#lib/amount-sought.ts'
import type { Cents } from '#lib/money.ts'
import { spellingsOf } from '#lib/payment-references.ts'
import { listMemberIds } from '#modules/identity/queries.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db.ts'
import { type Counted, countedBy, mostOf, type Paged, type PageWanted, reachOf } from '#platform/pages.ts'
import type { WithdrawalStatus } from '../model.ts'
import { countWithdrawals, type Withdrawal, withdrawalOf } from '../queries.ts'
import type { WithdrawalTables } from '../tables.ts'

export type WithdrawalsWanted = {
  /** A withdrawal's id, the transaction that paid it, an amount, or words that begin words of the member's name, address or id. */
  words?: string | undefined
  status?: WithdrawalStatus | undefined
  method?: PaymentMethodCode | undefined
  since?: Date | undefined
  until?: Date | undefined
}

export const WITHDRAWAL_ORDERS = ['date', 'amount'] as const
export type Order = { by: (typeof WITHDRAWAL_ORDERS)[number]; descending: boolean }

/** Of the members whom the words are about, so many are looked at: more words find fewer people. */
const MOST_MEMBERS = 1_000
const WITHDRAWAL_ID = /^wdr_[0-9a-z]{20}$/

type Narrowing = { ids?: string[]; amount?: Cents; members?: string[]; tooMany: boolean }

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

async function aboutWhom(reader: Reader, words: string | undefined): Promise<Narrowing> {
  if (words === undefined) return { tooMany: false }
  if (WITHDRAWAL_ID.test(words)) return { ids: [words], tooMany: false }
  const paid = await idsPaidBy(reader, words)
  if (paid.length > 0) return { ids: paid, tooMany: false }
  const amount = amountSought(words)
  if (amount !== null) return { amount, tooMany: false }
  const members = await listMemberIds(reader, words, MOST_MEMBERS + 1)
  return { members: members.slice(0, MOST_MEMBERS), tooMany: members.length > MOST_MEMBERS }
}

function narrowed(reader: Reader, wanted: WithdrawalsWanted, about: Narrowing) {
  const { status, method, since, until } = wanted
  let query = reader.withTables<WithdrawalTables>().selectFrom('withdrawal')
  if (about.ids) query = query.where('id', 'in', about.ids)
  if (about.amount !== undefined) query = query.where('amount', '=', about.amount)
  if (about.members) query = query.where('member_id', 'in', about.members.length ? about.members : [''])
  if (method) query = query.where('method', '=', method)
  if (since) query = query.where('created_at', '>=', since)
  if (until) query = query.where('created_at', '<', until)
  return status ? query.where('status', '=', status) : query
}

async function counted(
  reader: Reader,
  wanted: WithdrawalsWanted,
  about: Narrowing,
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
  const about = await aboutWhom(reader, wanted.words)
  const count = await counted(reader, wanted, about, mostOf(page))
  const { offset, limit, backwards } = reachOf(page, count.total)
  const way = order.descending === backwards ? 'asc' : 'desc'
  const rows =
    limit > 0
      ? await narrowed(reader, wanted, about)
          .selectAll()
          .orderBy(order.by === 'amount' ? 'amount' : 'created_at', way)
          .orderBy('id', way)
          .offset(offset)
          .limit(limit)
          .execute()
      : []
  return { ...count, rows: (backwards ? rows.toReversed() : rows).map(withdrawalOf) }
}
