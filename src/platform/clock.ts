import { addDays, type Day, toUtcDay } from '#lib/dates.ts'

/**
 * Two clocks. `today()` is the house's date (accrual, maturity, effective dates), which the sandbox
 * can move; `now()` is real time (sessions, tokens, locks, limits, jobs) and nothing moves it.
 */
export type Clock = {
  now(): Date
  today(): Day
  /** Moves the house's date forward; the sandbox alone calls it. */
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

/** A clock that stands still until told: for tests and for seeding a story at its own dates. */
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
