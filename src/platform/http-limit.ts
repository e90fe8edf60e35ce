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
 * Counts one try against a bucket that refills evenly over the window; throws 429 when it is empty. Kept in the
 * database, so that a restart or a second server forgets nothing, and counted in a statement of its own: call it before
 * a transaction, or a rollback gives the try back.
 */
export async function limit(app: App, name: string, key: string, { max, windowMs }: Limit): Promise<void> {
  const now = app.clock.now()
  const refilled = sql`greatest(0, rate_limit.used
    - greatest(0, extract(epoch from (${now}::timestamptz - rate_limit.counted_at))) * 1000 * ${max}::float8 / ${windowMs}::float8)`
  const counted = await sql<{ used: number }>`
    insert into rate_limit (name, key, used, counted_at) values (${name}, ${key}, 1, ${now})
    on conflict (name, key) do update
      set used = least(${refilled} + 1, ${max}::float8 + 1), counted_at = greatest(rate_limit.counted_at, ${now})
    returning used`.execute(app.db)
  const over = (counted.rows[0]?.used ?? 0) - max
  if (over > 0) throw new TooManyTries(Math.max(1, Math.ceil((over * windowMs) / max / 1000)))
}

/** Empties a bucket: after a success, so that honest mistakes before it don't count. */
export const forgive = (app: App, name: string, key: string) =>
  sql`delete from rate_limit where name = ${name} and key = ${key}`.execute(app.db)
