import { type Compilable, CompiledQuery } from 'kysely'
import type { Reader } from './db.ts'

export type PageQuery = {
  page: number
  size: number
  /** The maximum count, where counting is expensive. */
  maxCount?: number
}

/** A count of all rows, or up to a bound. */
export type BoundedCount = { total: number; more: boolean }

export type PageResult<Row> = BoundedCount & { rows: Row[] }

/** The maximum count of a search: beyond it the person narrows the search. */
export const MAX_COUNT = 10_000

export const getMaxCount = ({ maxCount = MAX_COUNT }: PageQuery) => maxCount

/**
 * The place of a page, read from the nearer end, so that the last page costs as much as the first.
 */
export type Reach = { offset: number; limit: number; backwards: boolean }

/** Returns the place of a page; a page after the last one is the last one. */
export function computeReach({ page, size }: PageQuery, total: number): Reach {
  const pages = Math.max(1, Math.ceil(total / size))
  const start = (Math.min(page, pages) - 1) * size
  const limit = Math.max(0, Math.min(size, total - start))
  const after = total - start - limit

  return after < start
    ? { offset: after, limit, backwards: true }
    : { offset: start, limit, backwards: false }
}

/** Reads one page of counted rows from the nearer end. */
export async function readPage<Row>(
  pageQuery: PageQuery,
  counted: BoundedCount,
  descending: boolean,
  read: (way: 'asc' | 'desc', offset: number, limit: number) => Promise<Row[]>,
): Promise<PageResult<Row>> {
  const { offset, limit, backwards } = computeReach(pageQuery, counted.total)
  const rows = limit > 0 ? await read(descending === backwards ? 'asc' : 'desc', offset, limit) : []
  return { ...counted, rows: backwards ? rows.toReversed() : rows }
}

/**
 * Parses an order such as `-amount` into a column and a direction; an unknown one is the first
 * order.
 */
export function parseOrder<Name extends string>(
  sort: string | undefined,
  names: readonly [Name, ...Name[]],
) {
  const by = names.find((name) => name === sort?.replace(/^-/, '')) ?? names[0]
  return { by, descending: sort === undefined || sort.startsWith('-') || by !== sort }
}

/** Counts the rows of a query, up to a bound. */
export async function countRows(
  reader: Reader,
  found: { limit(count: number): Compilable },
  maxCount: number,
): Promise<BoundedCount> {
  const { parameters, sql: text } = found.limit(maxCount + 1).compile()
  const { rows } = await reader.executeQuery<{ many: bigint }>(
    CompiledQuery.raw(`select count(*) as many from (${text}) found`, [...parameters]),
  )
  const many = Number(rows[0]?.many ?? 0n)
  return { total: Math.min(many, maxCount), more: many > maxCount }
}
