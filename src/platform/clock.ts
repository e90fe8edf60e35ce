import { addDays, type Day, toUtcDay } from '#lib/dates.ts'

/**
 * Two clocks. `today()` is the business date (accrual, maturity, effective dates), which the
 * sandbox can move. `now()` is real time (sessions, tokens, locks, limits, jobs), which nothing
 * moves.
 */
export type Clock = {
  now(): Date
  today(): Day
  /** Moves the business date; only the sandbox calls it. */
  setOffsetDays(days: number): void
  offsetDays(): number
}

export function createSystemClock(offset = 0): Clock {
  let days = offset
  return {
    now: () => new Date(Date.now()),
    today: () => addDays(toUtcDay(new Date(Date.now())), days),
    setOffsetDays: (value) => {
      days = value
    },
    offsetDays: () => days,
  }
}

/** Creates a clock that moves only when set: for tests, and for seeding data at its own dates. */
export function createFixedClock(
  start: string,
): Clock & { set(instant: string): void; advance(ms: number): void } {
  let instant = new Date(start)
  let days = 0

  return {
    now: () => new Date(instant),
    today: () => addDays(toUtcDay(instant), days),
    setOffsetDays: (value) => {
      days = value
    },
    offsetDays: () => days,
    set: (text) => {
      instant = new Date(text)
    },
    advance: (ms) => {
      instant = new Date(instant.getTime() + ms)
    },
  }
}
