import { createDateFormatter } from '../figures/create-date-formatter.ts'

/** A choice among values that a row has, such as its status. */
export type FilterChoice<Row> = {
  /** Its name in the address. */
  id: string
  label: string
  options: readonly { value: string; label: string }[]
  of: (row: Row) => string
}

export type Filters<Row> = {
  choices: readonly FilterChoice<Row>[]
  /** The instant that a span of days is about. */
  at: (row: Row) => string
}

/**
 * What is chosen: by the choice's id; `from` and `to` are days. Nothing chosen lets everything
 * through.
 */
export type FilterSelection = Readonly<Record<string, string>>

const calendarDays = createDateFormatter('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The calendar day of an instant where the reader is, as `YYYY-MM-DD`. */
const toLocalDay = (iso: string, timeZone?: string): string => calendarDays(new Date(iso), timeZone)

/** What the address says, as far as it is something that can be chosen. */
export function parseFilterSelection<Row>(
  { choices }: Filters<Row>,
  params: URLSearchParams,
): FilterSelection {
  const known = choices.flatMap(({ id, options }) => {
    const value = params.get(id)
    return value && options.some((option) => option.value === value) ? [[id, value]] : []
  })

  const days = ['from', 'to'].flatMap((id) =>
    DAY.test(params.get(id) ?? '') ? [[id, params.get(id)]] : [],
  )
  return Object.fromEntries([...known, ...days])
}

/** The rows that everything chosen lets through, in their order. */
export function filterRows<Row>(
  rows: readonly Row[],
  { choices, at }: Filters<Row>,
  chosen: FilterSelection,
  timeZone?: string,
): readonly Row[] {
  const { from, to } = chosen
  const isInSpan = (row: Row) => {
    if (!from && !to) return true
    const day = toLocalDay(at(row), timeZone)
    return (!from || day >= from) && (!to || day <= to)
  }

  return rows.filter(
    (row) => isInSpan(row) && choices.every(({ id, of }) => !chosen[id] || of(row) === chosen[id]),
  )
}
