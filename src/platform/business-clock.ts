import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { App } from './app.ts'
import type { Clock } from './clock.ts'
import type { Db, Reader } from './db/db.ts'

/** Returns the days by which the sandbox has moved the business date. */
export async function readClockOffset(reader: Reader): Promise<number> {
  const found = await sql<{ offset_days: number }>`select offset_days from business_clock`.execute(
    reader,
  )
  return found.rows[0]?.offset_days ?? 0
}

const MAX_STEP_DAYS = 3660

/**
 * Moves the business date forward, never back, and stores the offset; sessions and locks stay on
 * real time. Throws `not_found` (404) outside the sandbox, `validation` (400) for an invalid number
 * of days.
 */
export async function advanceBusinessDate(app: App, days: unknown): Promise<void> {
  if (app.config.MODE !== 'sandbox')
    throw new DomainError('not_found', 404, 'There is no such page.')

  if (typeof days !== 'number' || !Number.isInteger(days) || days < 0 || days > MAX_STEP_DAYS)
    throw new DomainError(
      'validation',
      400,
      `Days have to be a whole number from 0 to ${MAX_STEP_DAYS}.`,
      'days',
    )

  const moved = await sql<{ offset_days: number }>`
    update business_clock set offset_days = offset_days + ${days}
    where offset_days + ${days} <= 36500 returning offset_days`.execute(app.db)
  const offset = moved.rows[0]?.offset_days

  if (offset === undefined)
    throw new DomainError(
      'validation',
      400,
      "The business date can't move further than 100 years.",
      'days',
    )

  app.clock.setOffsetDays(offset)
}

const FOLLOW_MS = 1_000

/**
 * Follows the business date in processes that serve one sandbox together: a move reaches each of
 * them within a second.
 */
export function followBusinessDate(db: Db, clock: Clock): { stop(): void } {
  const timer = setInterval(() => {
    // the next interval retries when the database is away
    readClockOffset(db).then(clock.setOffsetDays, () => {})
  }, FOLLOW_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
