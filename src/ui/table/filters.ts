import { createDateFormatter } from '../figures/create-date-formatter.ts'

/** A filter by a value of the row, such as its status. */
export type FilterChoice<Row> = {
  /** Its name in the query string. */
  id: string
  label: string
  options: readonly { value: string; label: string }[]
  of: (row: Row) => string
}

export type Filters<Row> = {
  choices: readonly FilterChoice<Row>[]
  /** The instant that the date filter compares. */
  at: (row: Row) => string
}

/**
 * The selected value by filter id; `from` and `to` are days. An empty selection matches everything.
 */
export type FilterSelection = Readonly<Record<string, string>>

const calendarDays = createDateFormatter('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Returns the calendar day of an instant in the reader's time zone, as `YYYY-MM-DD`. */
const toLocalDay = (iso: string, timeZone?: string): string => calendarDays(new Date(iso), timeZone)

/** Parses the selection in the query string and ignores values that aren't options. */
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

/** Returns the rows that match every selected filter, in their order. */
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
