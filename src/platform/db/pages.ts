import { type Compilable, CompiledQuery } from 'kysely'
import { z } from 'zod'
import { DAY_MS } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { day, instant, usdAmountOrZero } from '../http/schemas.ts'
import type { Reader } from './db.ts'

/** The input of a list: search words, days, an order (`-` in front: descending) and a page. */
export const listInput = {
  q: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ description: 'words; each has to begin a word of the row' }),
  from: day.optional().meta({ description: 'the first day, in UTC' }),
  to: day.optional().meta({ description: 'the last day, in UTC' }),
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(500),
}

/** The input of a list that is filtered by an amount of dollars. */
export const amountInput = {
  min: usdAmountOrZero.optional().meta({ description: 'the lowest amount, in dollars' }),
  max: usdAmountOrZero.optional().meta({ description: 'the highest amount, in dollars' }),
}

/** The fields of a page besides its rows. */
export const pageFacts = {
  total: z.int().meta({ description: 'how many there are, or as far as was counted' }),
  more: z.boolean().meta({ description: 'there are more than were counted: narrow it' }),
  asOf: instant,
}

/** The search part of a list's input: words, first and last day, lowest and highest dollars. */
export type ListQuery = {
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  min?: Cents | undefined
  max?: Cents | undefined
}

/**
 * A filter of a list: words, the instants from `since` (inclusive) to `until` (exclusive), and
 * inclusive amounts.
 */
export type Search = {
  search?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  minCents?: Cents | undefined
  maxCents?: Cents | undefined
}

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
 * Returns the filter of a list's input: from the beginning of the first day to the end of the last.
 */
export const toSearch = <Asked extends ListQuery>({
  q,
  from,
  to,
  min,
  max,
  ...filters
}: Asked) => ({
  ...filters,
  search: q || undefined,
  since: from === undefined ? undefined : new Date(`${from}T00:00:00Z`),
  until: to === undefined ? undefined : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
  minCents: min,
  maxCents: max,
})

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
