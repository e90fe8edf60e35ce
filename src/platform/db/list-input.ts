import { z } from 'zod'
import { DAY_MS } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import { day, instant, usdAmountOrZero } from '../http/schemas.ts'

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
