import { listSpellings } from '#lib/payment-references.ts'
import { resolveMemberSearch, type Sought } from '#modules/identity/queries.ts'
import { listReceiptUses } from '#modules/ledger/queries.ts'
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
import type { DepositStatus } from '../model.ts'
import { countDeposits, type Deposit, toDeposit } from '../queries.ts'
import type { DepositTables } from '../tables.ts'

/**
 * Its words are a deposit's id, the reference of its payment, an amount, or begin words of the
 * member's name, address or id.
 */
export type DepositListQuery = Search & {
  status?: DepositStatus | undefined
  method?: PaymentMethodCode | undefined
}

export const DEPOSIT_ORDERS = ['date', 'amount'] as const
export type Order = { by: (typeof DEPOSIT_ORDERS)[number]; descending: boolean }

const DEPOSIT_ID = /^dep_[0-9a-z]{20}$/

/** The deposit of an id, or those that a payment was credited by. */
const createIdLookup = (reader: Reader) => async (words: string) =>
  DEPOSIT_ID.test(words)
    ? [words]
    : (await listReceiptUses(reader, listSpellings(words))).filter((reference) =>
        DEPOSIT_ID.test(reference),
      )

function buildDepositQuery(reader: Reader, now: Date, listQuery: DepositListQuery, about: Sought) {
  const { status, method, since, until } = listQuery
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

async function countMatchingDeposits(
  reader: Reader,
  now: Date,
  listQuery: DepositListQuery,
  about: Sought,
  atMost: number,
): Promise<BoundedCount> {
  const { search, status, method, since, until } = listQuery
  if (search === undefined && !method && !since && !until) {
    const many = await countDeposits(reader, now)
    const total = status ? many[status] : Object.values(many).reduce((sum, each) => sum + each, 0)
    return { total, more: false }
  }

  const found = buildDepositQuery(reader, now, listQuery, about).select('id')
  const { total, more } = await countRows(reader, found, atMost)

  return { total, more: more || about.tooMany }
}

/** One page of the deposits of all members. */
export async function listDepositPage(
  reader: Reader,
  now: Date,
  listQuery: DepositListQuery,
  order: Order,
  page: PageQuery,
): Promise<PageResult<Deposit>> {
  const about = await resolveMemberSearch(reader, listQuery.search, createIdLookup(reader))
  const count = await countMatchingDeposits(reader, now, listQuery, about, getMaxCount(page))

  return await readPage(page, count, order.descending, async (way, offset, limit) => {
    const rows = await buildDepositQuery(reader, now, listQuery, about)
      .selectAll()
      .orderBy(order.by === 'amount' ? 'amount' : 'created_at', way)
      .orderBy('id', way)
      .offset(offset)
      .limit(limit)
      .execute()

    return rows.map((row) => toDeposit(row, now))
  })
}
