import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { App } from './app.ts'

/** Too many tries: says how long to wait, which leaves as Retry-After. */
export class TooManyTries extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    const wait =
      retryAfterSeconds < 90 ? `${retryAfterSeconds} s` : `${Math.ceil(retryAfterSeconds / 60)} minutes`
    super('too_many_tries', 429, `Too many tries. Please wait ${wait} and try again.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type Limit = { max: number; windowMs: number }

/**
 * Counts one try against a bucket that refills evenly over the window; throws 429 when it is empty, which counts for
 * nothing itself, so that whoever waits as long as told is let in. Kept in the database, so that a restart or a second
 * server forgets nothing, and counted in a statement of its own: call it before a transaction, or a rollback gives the
 * try back.
 */
export async function limit(app: App, name: string, key: string, { max, windowMs }: Limit): Promise<void> {
  const now = app.clock.now()
  const refilled = sql`greatest(0, rate_limit.used
    - greatest(0, extract(epoch from (${now}::timestamptz - rate_limit.counted_at))) * 1000 * ${max}::float8 / ${windowMs}::float8)`
  const counted = await sql`
    insert into rate_limit (name, key, used, counted_at) values (${name}, ${key}, 1, ${now})
    on conflict (name, key) do update
      set used = ${refilled} + 1, counted_at = greatest(rate_limit.counted_at, ${now})
      where ${refilled} + 1 <= ${max + ROUNDING}::float8
    returning used`.execute(app.db)
  if (counted.rows.length > 0) return
  const left = await sql<{ used: number }>`
    select ${refilled} as used from rate_limit where name = ${name} and key = ${key}`.execute(app.db)
  const over = (left.rows[0]?.used ?? max) + 1 - max
  throw new TooManyTries(Math.max(1, Math.ceil((over * windowMs) / max / 1000 - ROUNDING)))
}

const ROUNDING = 1e-6

/** Empties a bucket: after a success, so that honest mistakes before it don't count. */
export const forgive = (app: App, name: string, key: string) =>
  sql`delete from rate_limit where name = ${name} and key = ${key}`.execute(app.db)
