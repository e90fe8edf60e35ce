import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  attachMemberNames,
  type MemberSearch,
  resolveMemberSearch,
  selectMemberIds,
} from '#modules/identity/queries.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import type { Search } from '#platform/db/list-input.ts'
import {
  countRows,
  getMaxCount,
  type PageQuery,
  type PageResult,
  parseOrder,
  readPage,
} from '#platform/db/pages.ts'
import { exportList } from '#platform/files/export.ts'
import { TRANSACTION_ORDERS, type WaitingAge } from './model.ts'

/**
 * The filters of a list of deposits or withdrawals. The search text is an id, a payment reference,
 * an amount, or the beginning of words of the member's name, address or id.
 */
export type TransactionListQuery<Status extends string> = Search & {
  status?: Status | undefined
  method?: PaymentMethodCode | undefined
  /** The country of the member. */
  country?: string | undefined
  age?: WaitingAge | undefined
}

/** `waiting` is the order of a work queue. */
export type TransactionOrder = {
  by: (typeof TRANSACTION_ORDERS)[number] | 'waiting'
  descending: boolean
}

/** Returns the order of a list: as requested, else a queue oldest first, the rest newest first. */
export const parseTransactionOrder = (
  sort: string | undefined,
  isQueue: boolean,
): TransactionOrder =>
  sort === undefined && isQueue
    ? { by: 'waiting', descending: false }
    : parseOrder(sort, TRANSACTION_ORDERS)

/** A condition on the columns of the deposit or withdrawal table. */
export type Condition = RawBuilder<SqlBool>

type RowRange = {
  by: TransactionOrder['by']
  direction: 'asc' | 'desc'
  offset: number
  limit: number
}

/** The queries of a module's transactions. */
export type TransactionSource<Status extends string, Item> = {
  /** Returns the ids that the search text names directly. */
  findIds: (text: string) => readonly string[] | Promise<readonly string[]>
  countByStatus: () => Promise<Record<Status, number>>
  /** The amount that a row shows: `amount` by default. */
  shownAmount?: RawBuilder<bigint>
  /** The rows of a searched amount; those that show it by default. */
  amountMatches?: (amount: bigint) => Condition
  /** The conditions of filters that only this list has. */
  conditions?: readonly Condition[]
  select: (condition: Condition) => Parameters<typeof countRows>[1]
  read: (condition: Condition, range: RowRange) => Promise<Item[]>
}

/** Returns one page of the deposits or withdrawals of all members. */
export async function listTransactionPage<Status extends string, Item>(
  reader: Reader,
  listQuery: TransactionListQuery<Status>,
  order: TransactionOrder,
  page: PageQuery,
  source: TransactionSource<Status, Item>,
): Promise<PageResult<Item>> {
  const search = await resolveMemberSearch(reader, listQuery.search, source.findIds)
  const conditions = buildConditions(reader, listQuery, search, source)
  const condition = sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`
  const count =
    conditions.length === 0
      ? await countStored(source, listQuery.status)
      : await countRows(reader, source.select(condition), getMaxCount(page))
  const counted = { total: count.total, more: count.more || search.tooMany }

  return await readPage(page, counted, order.descending, (direction, offset, limit) =>
    source.read(condition, {
      by: order.by,
      direction,
      offset,
      limit,
    }),
  )
}

function buildConditions(
  reader: Reader,
  { method, country, since, until, minCents, maxCents }: TransactionListQuery<string>,
  search: MemberSearch,
  {
    shownAmount = sql<bigint>`amount`,
    amountMatches = (amount) => sql`${shownAmount} = ${amount}`,
    conditions: own = [],
  }: Pick<TransactionSource<string, unknown>, 'shownAmount' | 'amountMatches' | 'conditions'>,
): Condition[] {
  const conditions = [...own]
  const add = (condition: Condition) => conditions.push(condition)

  if (search.ids) add(sql`id = any(${[...search.ids]}::text[])`)
  if (search.amount !== undefined) add(amountMatches(search.amount))
  if (search.members) add(sql`member_id = any(${search.members}::text[])`)
  if (method) add(sql`method = ${method}`)
  if (country) add(sql`member_id in ${selectMemberIds(reader, { country })}`)
  if (since) add(sql`created_at >= ${since}`)
  if (until) add(sql`created_at < ${until}`)
  if (minCents !== undefined) add(sql`${shownAmount} >= ${minCents}`)
  if (maxCents !== undefined) add(sql`${shownAmount} <= ${maxCents}`)

  return conditions
}

/** Counts by the stored totals, which cost the same for any number of rows. */
async function countStored<Status extends string>(
  { countByStatus }: Pick<TransactionSource<Status, unknown>, 'countByStatus'>,
  status: Status | undefined,
) {
  const counts = await countByStatus()
  const total = status
    ? counts[status]
    : Object.values<number>(counts).reduce((sum, count) => sum + count, 0)

  return { total, more: false }
}

type Named<Item> = Item & { name: string; email: string; frozenUntil: Date | null }

/** The head of a column in a CSV file, and its cell in a row. */
export type ExportColumn<Item> = readonly [head: string, cell: (row: Named<Item>) => string]

type TransactionExport<Item> = {
  name: string
  columns: readonly ExportColumn<Item>[]
  page: (tx: Tx, page: PageQuery) => Promise<PageResult<Item>>
}

/**
 * Returns a list of deposits or withdrawals with their members' names as a CSV file. Throws
 * `export_too_large` (422) for more rows than one file holds.
 */
export const exportTransactions = <Item extends { memberId: string }>(
  app: App,
  { name, columns, page }: TransactionExport<Item>,
): Promise<File> =>
  exportList<Named<Item>>(app, {
    name,
    heads: columns.map(([head]) => head),
    cells: (row) => columns.map(([, cell]) => cell(row)),
    page: async (tx, part) => {
      const { rows, ...count } = await page(tx, part)
      const named = await attachMemberNames(tx, rows)

      return { ...count, rows: named }
    },
  })
