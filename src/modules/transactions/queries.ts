import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  attachMemberNames,
  type MemberSearch,
  resolveMemberSearch,
} from '#modules/identity/queries.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import {
  countRows,
  getMaxCount,
  type PageQuery,
  type PageResult,
  readPage,
  type Search,
} from '#platform/db/pages.ts'
import { exportList } from '#platform/files/export.ts'
import type { TRANSACTION_ORDERS } from './model.ts'

/**
 * The filters of a list of deposits or withdrawals. The search text is an id, a payment reference,
 * an amount, or the beginning of words of the member's name, address or id.
 */
export type TransactionListQuery<Status extends string> = Search & {
  status?: Status | undefined
  method?: PaymentMethodCode | undefined
}

export type TransactionOrder = { by: (typeof TRANSACTION_ORDERS)[number]; descending: boolean }

/** A condition on the columns that the deposit and withdrawal tables share. */
type Condition = RawBuilder<SqlBool>

type RowRange = {
  column: 'amount' | 'created_at'
  direction: 'asc' | 'desc'
  offset: number
  limit: number
}

/** The queries of a module's transactions. */
export type TransactionSource<Status extends string, Item> = {
  /** Returns the ids that the search text names directly. */
  findIds: (text: string) => readonly string[] | Promise<readonly string[]>
  countByStatus: () => Promise<Record<Status, number>>
  /** The rows of a searched amount; those whose `amount` it is by default. */
  amountMatches?: (amount: bigint) => Condition
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
  const condition = buildCondition(
    listQuery,
    search,
    source.amountMatches ?? ((amount) => sql`amount = ${amount}`),
  )
  const count = isUnfiltered(listQuery)
    ? await countStored(source, listQuery.status)
    : await countRows(reader, source.select(condition), getMaxCount(page))
  const counted = { total: count.total, more: count.more || search.tooMany }

  return await readPage(page, counted, order.descending, (direction, offset, limit) =>
    source.read(condition, {
      column: order.by === 'amount' ? 'amount' : 'created_at',
      direction,
      offset,
      limit,
    }),
  )
}

function buildCondition<Status extends string>(
  { method, since, until }: TransactionListQuery<Status>,
  search: MemberSearch,
  amountMatches: (amount: bigint) => Condition,
): Condition {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: Condition) => conditions.push(condition)

  if (search.ids) add(sql`id = any(${[...search.ids]}::text[])`)
  if (search.amount !== undefined) add(amountMatches(search.amount))
  if (search.members) add(sql`member_id = any(${search.members}::text[])`)
  if (method) add(sql`method = ${method}`)
  if (since) add(sql`created_at >= ${since}`)
  if (until) add(sql`created_at < ${until}`)

  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const isUnfiltered = ({ search, method, since, until }: TransactionListQuery<string>) =>
  search === undefined && !method && !since && !until

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
