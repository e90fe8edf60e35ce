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

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a day for a sentence, '1 December 2026'; any other text is returned unchanged. */
export const formatLongDay = (day: Day): string =>
  isDay(day) ? written.format(new Date(toMidnightMs(day))) : day

/**
 * Formats an instant or its ISO text to the minute, '2026-11-20 09:00 UTC'; any other text is
 * returned unchanged.
 */
export function formatUtcMinute(instant: Date | string): string {
  const text = typeof instant === 'string' ? instant : instant.toISOString()

  return `${text.slice(0, 16).replace('T', ' ')} UTC`
}

/** Returns the whole days from one day to another; negative when `to` is earlier. */
export const countDays = (from: Day, to: Day): number =>
  Math.round((toMidnightMs(to) - toMidnightMs(from)) / DAY_MS)
