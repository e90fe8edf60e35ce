import { amountSought } from '#lib/amount-sought.ts'
import type { Cents } from '#lib/money.ts'
import { spellingsOf } from '#lib/payment-references.ts'
import { listMemberIds } from '#modules/identity/queries.ts'
import { listUsesOf } from '#modules/ledger/queries.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db.ts'
import { type Counted, countedBy, mostOf, type Paged, type PageWanted, reachOf } from '#platform/pages.ts'
import type { DepositStatus } from '../model.ts'
import { countDeposits, type Deposit, depositOf } from '../queries.ts'
import type { DepositTables } from '../tables.ts'

export type DepositsWanted = {
  /** A deposit's id, the reference of its payment, an amount, or words that begin words of the member's name, address or id. */
  words?: string | undefined
  status?: DepositStatus | undefined
  method?: PaymentMethodCode | undefined
  since?: Date | undefined
  until?: Date | undefined
}

export const DEPOSIT_ORDERS = ['date', 'amount'] as const
export type Order = { by: (typeof DEPOSIT_ORDERS)[number]; descending: boolean }

/** Of the members whom the words are about, so many are looked at: more words find fewer people. */
const MOST_MEMBERS = 1_000
const DEPOSIT_ID = /^dep_[0-9a-z]{20}$/

type Narrowing = { ids?: string[]; amount?: Cents; members?: string[]; tooMany: boolean }

async function aboutWhom(reader: Reader, words: string | undefined): Promise<Narrowing> {
  if (words === undefined) return { tooMany: false }
  if (DEPOSIT_ID.test(words)) return { ids: [words], tooMany: false }
  const used = await listUsesOf(reader, spellingsOf(words))
  const ids = used.filter((reference) => DEPOSIT_ID.test(reference))
  if (ids.length > 0) return { ids, tooMany: false }
  const amount = amountSought(words)
  if (amount !== null) return { amount, tooMany: false }
  const members = await listMemberIds(reader, words, MOST_MEMBERS + 1)
  return { members: members.slice(0, MOST_MEMBERS), tooMany: members.length > MOST_MEMBERS }
}

function narrowed(reader: Reader, now: Date, wanted: DepositsWanted, about: Narrowing) {
  const { status, method, since, until } = wanted
  let query = reader.withTables<DepositTables>().selectFrom('deposit')
  if (about.ids) query = query.where('id', 'in', about.ids)
  if (about.amount !== undefined) query = query.where('amount', '=', about.amount)
  if (about.members) query = query.where('member_id', 'in', about.members.length ? about.members : [''])
  if (method) query = query.where('method', '=', method)
  if (since) query = query.where('created_at', '>=', since)
  if (until) query = query.where('created_at', '<', until)
  if (status === 'expired')
    return query.where((row) =>
      row.or([
        row('status', '=', 'expired'),
        row.and([row('status', '=', 'awaiting_payment'), row('expires_at', '<=', now)]),
      ]),
    )
  if (status === 'awaiting_payment') query = query.where('expires_at', '>', now)
  return status ? query.where('status', '=', status) : query
}

async function counted(
  reader: Reader,
  now: Date,
  wanted: DepositsWanted,
  about: Narrowing,
  atMost: number,
): Promise<Counted> {
  const { words, status, method, since, until } = wanted
  if (words === undefined && !method && !since && !until) {
    const many = await countDeposits(reader, now)
    const total = status ? many[status] : Object.values(many).reduce((sum, each) => sum + each, 0)
    return { total, more: false }
  }
  const found = narrowed(reader, now, wanted, about).select('id')
  const { total, more } = await countedBy(reader, found, atMost)
  return { total, more: more || about.tooMany }
}

/** One page of the deposits of all members. */
export async function pageOfDeposits(
  reader: Reader,
  now: Date,
  wanted: DepositsWanted,
  order: Order,
  page: PageWanted,
): Promise<Paged<Deposit>> {
  const about = await aboutWhom(reader, wanted.words)
  const count = await counted(reader, now, wanted, about, mostOf(page))
  const { offset, limit, backwards } = reachOf(page, count.total)
  const way = order.descending === backwards ? 'asc' : 'desc'
  const rows =
    limit > 0
      ? await narrowed(reader, now, wanted, about)
          .selectAll()
          .orderBy(order.by === 'amount' ? 'amount' : 'created_at', way)
          .orderBy('id', way)
          .offset(offset)
          .limit(limit)
          .execute()
      : []
  return { ...count, rows: (backwards ? rows.toReversed() : rows).map((row) => depositOf(row, now)) }
}
