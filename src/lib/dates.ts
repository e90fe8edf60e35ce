/** A calendar day in UTC, as `YYYY-MM-DD`. */
export type Day = string

/** Durations in milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The years 1900 to 2999: a sum with such a day stays a day that the database can store. */
const DAY_FORM = /^(19|2\d)\d{2}-\d{2}-\d{2}$/

const toMidnightMs = (day: Day) => Date.parse(`${day}T00:00:00Z`)

/** Returns the UTC day of an instant. */
export const toUtcDay = (instant: Date): Day => instant.toISOString().slice(0, 10)

/** Returns whether a text is a real calendar day of the years 1900 to 2999; 2026-02-30 is not. */
export const isDay = (text: string): text is Day =>
  DAY_FORM.test(text) &&
  !Number.isNaN(toMidnightMs(text)) &&
  toUtcDay(new Date(toMidnightMs(text))) === text

/** Returns the day `count` days later, or earlier when negative. */
export const addDays = (day: Day, count: number): Day =>
  toUtcDay(new Date(toMidnightMs(day) + count * DAY_MS))

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a month for people: '2026-11' is 'November 2026'. */
export const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    toMidnightMs(`${month}-01`),
  )

const INSTANT_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** Formats a day for people, '1 Dec 2026'; any other text is returned unchanged. */
export function formatDay(day: Day): string {
  if (!isDay(day)) return day

  const [year, month, date] = day.split('-')
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`
}

/**
 * Formats an instant or its ISO text to the minute, '20 Nov 2026, 09:00 UTC'; any other text is
 * returned unchanged.
 */
export function formatUtcMinute(instant: Date | string): string {
  const text = typeof instant === 'string' ? instant : instant.toISOString()
  if (!INSTANT_FORM.test(text)) return text

  return `${formatDay(text.slice(0, 10))}, ${text.slice(11, 16)} UTC`
}

/** Returns the whole days from one day to another; negative when `to` is earlier. */
export const countDays = (from: Day, to: Day): number =>
  Math.round((toMidnightMs(to) - toMidnightMs(from)) / DAY_MS)

const YEAR_DAYS = 365.25

/** Formats a number of days: '5 years' for 1826, '90 days' for 90. */
export function formatPeriod(days: number): string {
  const years = Math.round(days / YEAR_DAYS)
  if (years > 0 && Math.abs(days - years * YEAR_DAYS) < 1)
    return years === 1 ? `${years} year` : `${years} years`

  return days === 1 ? `${days} day` : `${days} days`
}
