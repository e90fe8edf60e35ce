import { spellingsOf } from '#lib/payment-references.ts'
import { type Sought, soughtBy } from '#modules/identity/queries.ts'
import { listUsesOf } from '#modules/ledger/queries.ts'
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
import type { DepositStatus } from '../model.ts'
import { countDeposits, type Deposit, depositOf } from '../queries.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Its words are a deposit's id, the reference of its payment, an amount, or begin words of the
 * member's name, address or id.
 */
export type DepositsWanted = Search & {
  status?: DepositStatus | undefined
  method?: PaymentMethodCode | undefined
}

export const DEPOSIT_ORDERS = ['date', 'amount'] as const
export type Order = { by: (typeof DEPOSIT_ORDERS)[number]; descending: boolean }

const DEPOSIT_ID = /^dep_[0-9a-z]{20}$/

/** The deposit of an id, or those that a payment was credited by. */
const namedIn = (reader: Reader) => async (words: string) =>
  DEPOSIT_ID.test(words)
    ? [words]
    : (await listUsesOf(reader, spellingsOf(words))).filter((reference) =>
        DEPOSIT_ID.test(reference),
      )

function narrowed(reader: Reader, now: Date, wanted: DepositsWanted, about: Sought) {
  const { status, method, since, until } = wanted
  let query = reader.withTables<DepositTables>().selectFrom('deposit')

  if (about.ids) query = query.where('id', 'in', about.ids)
  if (about.amount !== undefined) query = query.where('amount', '=', about.amount)
  if (about.members)
    query = query.where('member_id', 'in', about.members.length ? about.members : [''])
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
  about: Sought,
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
  const about = await soughtBy(reader, wanted.words, namedIn(reader))
  const count = await counted(reader, now, wanted, about, mostOf(page))

  return await readPage(page, count, order.descending, async (way, offset, limit) => {
    const rows = await narrowed(reader, now, wanted, about)
      .selectAll()
      .orderBy(order.by === 'amount' ? 'amount' : 'created_at', way)
      .orderBy('id', way)
      .offset(offset)
      .limit(limit)
      .execute()

    return rows.map((row) => depositOf(row, now))
  })
}
