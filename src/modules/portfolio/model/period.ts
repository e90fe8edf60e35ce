import { addDays, type Day, formatDay, HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'

/** The limits of reads. A PDF takes up to a second of work; the others read a whole history. */
export const LIMITS = {
  pdfReports: { max: 30, windowMs: HOUR_MS },
  reads: { max: 120, windowMs: 10 * MINUTE_MS },
  chainProofReads: { max: 600, windowMs: 10 * MINUTE_MS },
} as const

/** The maximum number of entries on one statement; a longer history comes in parts. */
export const MAX_ENTRIES = 5_000

const MAX_YEARS = 10

const FIRST_DAY: Day = '2000-01-01'

export type Period = { from: Day; to: Day }

const createPeriodError = (message: string, field: string) =>
  new DomainError('invalid_period', 400, message, field)

/** The message for a period that ends before it begins. */
export const PERIOD_ORDER_MESSAGE = 'The end date must be on or after the start date.'

/**
 * Returns the requested period; a missing side is the current month's. Throws `invalid_period`
 * (400) with the field.
 */
export function parsePeriod(
  query: { from?: Day | undefined; to?: Day | undefined },
  today: Day,
): Period {
  const to = query.to ?? today
  const from = query.from ?? `${to.slice(0, 7)}-01`
  if (from < FIRST_DAY)
    throw createPeriodError(`The start date must be ${formatDay(FIRST_DAY)} or later.`, 'from')
  if (to > today)
    throw createPeriodError(`The end date can’t be after today, ${formatDay(today)}.`, 'to')
  if (isBackwards({ from, to })) throw createPeriodError(PERIOD_ORDER_MESSAGE, 'to')

  const longest = `${Number(from.slice(0, 4)) + MAX_YEARS}${from.slice(4)}`
  if (to >= longest)
    throw createPeriodError(`A statement can cover up to ${MAX_YEARS} years.`, 'from')

  return { from, to }
}

/** Checks whether a period ends before it begins. */
export const isBackwards = ({ from, to }: Period): boolean => from > to

/**
 * Returns the requested day, by default today. Throws `invalid_day` (400) for a day in the future.
 */
export function parseBalanceDay(requestedDay: Day | undefined, today: Day): Day {
  const on = requestedDay ?? today
  if (on < FIRST_DAY || on > today)
    throw new DomainError(
      'invalid_day',
      400,
      `Please choose a date from ${formatDay(FIRST_DAY)} to ${formatDay(today)}.`,
      'on',
    )

  return on
}

/** Returns the days of a year up to today. Throws `invalid_year` (400). */
export function parseYear(year: number, today: Day): Period {
  const from = `${String(year).padStart(4, '0')}-01-01`
  if (from < FIRST_DAY || from > today)
    throw new DomainError(
      'invalid_year',
      400,
      `Please choose a year up to ${today.slice(0, 4)}.`,
      'year',
    )

  const last = `${from.slice(0, 4)}-12-31`
  return { from, to: last < today ? last : today }
}

export const createTooLongError = () =>
  new DomainError(
    'statement_too_long',
    422,
    `This period has more than ${MAX_ENTRIES.toLocaleString('en-GB')} entries. Please choose ` +
      'shorter periods and create several statements.',
    'from',
  )

/** The preset periods of a statement. */
export const PRESETS = ['this-month', 'last-month', 'this-year', 'last-year'] as const

export type Preset = (typeof PRESETS)[number]

/** Returns the days of a preset as of today. */
export function computePresetPeriod(preset: Preset, today: Day): Period {
  const [month, year] = [today.slice(0, 7), Number(today.slice(0, 4))]
  if (preset === 'this-month') return { from: `${month}-01`, to: today }
  if (preset === 'this-year') return { from: `${year}-01-01`, to: today }
  if (preset === 'last-year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }

  const to = addDays(`${month}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}
