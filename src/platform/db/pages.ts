import { type Compilable, CompiledQuery } from 'kysely'
import { z } from 'zod'
import { day, instant } from '../http/schemas.ts'
import type { Reader } from './db.ts'

/**
 * What a list is asked for: words, days, an order (`-` in front: largest first), and one of its
 * pages.
 */
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

/** What stands beside the rows of one page. */
export const pageFacts = {
  total: z.int().meta({ description: 'how many there are, or as far as was counted' }),
  more: z.boolean().meta({ description: 'there are more than were counted: narrow it' }),
  asOf: instant,
}

/** What of that a list is searched by: words, its first day and its last. */
export type ListQuery = {
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What narrows a list: words, and the instants from `since` up to, and not with, `until`. */
export type Search = {
  search?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

export type PageQuery = {
  page: number
  size: number
  /** How far it is counted, where that isn't free. */
  maxCount?: number
}

/** What was counted: all of them, or up to a bound. */
export type BoundedCount = { total: number; more: boolean }

export type PageResult<Row> = BoundedCount & { rows: Row[] }

/**
 * Nobody leafs further than this through what was searched for; the rest is found by narrowing it.
 */
export const COUNTED_AT_MOST = 10_000

export const getMaxCount = ({ maxCount: atMost = COUNTED_AT_MOST }: PageQuery) => atMost

const DAY_MS = 86_400_000

/**
 * What a list was asked for as what it is searched for: its days go from the first one's beginning
 * to the last one's end.
 */
export const toSearch = <Asked extends ListQuery>({ q, from, to, ...filters }: Asked) => ({
  ...filters,
  search: q || undefined,
  since: from === undefined ? undefined : new Date(`${from}T00:00:00Z`),
  until: to === undefined ? undefined : new Date(Date.parse(`${to}T00:00:00Z`) + DAY_MS),
})

/**
 * How to read one page of a list: from the end that is nearer, so that the last page costs what the
 * first one does.
 */
export type Reach = { offset: number; limit: number; backwards: boolean }

/** Where a page lies; one behind the last one is the last one. */
export function computeReach({ page, size }: PageQuery, total: number): Reach {
  const pages = Math.max(1, Math.ceil(total / size))
  const start = (Math.min(page, pages) - 1) * size
  const limit = Math.max(0, Math.min(size, total - start))
  const after = total - start - limit

  return after < start
    ? { offset: after, limit, backwards: true }
    : { offset: start, limit, backwards: false }
}

/** One page of what was counted, for rows that are read in an order one way or the other. */
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

/** A column and a direction out of `-amount`; what isn't known is the first order. */
export function parseOrder<Name extends string>(
  sort: string | undefined,
  names: readonly [Name, ...Name[]],
) {
  const by = names.find((name) => name === sort?.replace(/^-/, '')) ?? names[0]
  return { by, descending: sort === undefined || sort.startsWith('-') || by !== sort }
}

/** Counts what a query finds, up to a bound. */
export async function countRows(
  reader: Reader,
  found: { limit(count: number): Compilable },
  atMost: number,
): Promise<BoundedCount> {
  const { parameters, sql: text } = found.limit(atMost + 1).compile()
  const { rows } = await reader.executeQuery<{ many: bigint }>(
    CompiledQuery.raw(`select count(*) as many from (${text}) found`, [...parameters]),
  )
  const many = Number(rows[0]?.many ?? 0n)
  return { total: Math.min(many, atMost), more: many > atMost }
}
