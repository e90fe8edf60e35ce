import { sql } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { App } from '../app.ts'

/** Too many attempts; the waiting time is sent as Retry-After. */
export class TooManyTries extends DomainError {
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    const wait =
      retryAfterSeconds < 90
        ? `${retryAfterSeconds} s`
        : `${Math.ceil(retryAfterSeconds / 60)} minutes`
    super('too_many_tries', 429, `Too many attempts. Please wait ${wait} and try again.`)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Returns the key of one source: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function toCallSource(address: string): string {
  if (!address.includes(':') || address.includes('.'))
    return address.replace(/^::ffff:/i, '').slice(0, 64)

  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const groups = [
    ...first,
    ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'),
    ...last,
  ]

  return `${groups.slice(0, 4).join(':')}::/64`
}

export type Limit = { max: number; windowMs: number }

/**
 * Counts one attempt, or several at once, against a bucket that refills evenly over the window.
 * Throws 429 when the bucket is empty; that attempt isn't counted, so waiting as long as
 * Retry-After says is enough. The bucket is in the database, so it survives a restart and is shared
 * by all servers. Call it before a transaction, or a rollback undoes the count.
 */
export async function limit(
  app: App,
  name: string,
  key: string,
  { max, windowMs }: Limit,
  many = 1,
): Promise<void> {
  const now = app.clock.now()
  const refilled = sql`greatest(0, rate_limit.used
    - greatest(0, extract(epoch from (${now}::timestamptz - rate_limit.counted_at))) * 1000 *
    ${max}::float8 / ${windowMs}::float8)`
  const counted = await sql`
    insert into rate_limit (name, key, used, counted_at) values (${name}, ${key}, ${many}, ${now})
    on conflict (name, key) do update
      set used = ${refilled} + ${many}::float8, counted_at = greatest(rate_limit.counted_at, ${now})
      where ${refilled} + ${many}::float8 <= ${max + ROUNDING}::float8
    returning used`.execute(app.db)
  if (counted.rows.length > 0) return

  const left = await sql<{ used: number }>`
    select ${refilled} as used from rate_limit where name = ${name} and key = ${key}`.execute(
    app.db,
  )
  const over = (left.rows[0]?.used ?? max) + many - max

  throw new TooManyTries(Math.max(1, Math.ceil((over * windowMs) / max / 1000 - ROUNDING)))
}

const ROUNDING = 1e-6

/** Empties a bucket: after a success, earlier mistakes no longer count. */
export const resetLimit = (app: App, name: string, key: string) =>
  sql`delete from rate_limit where name = ${name} and key = ${key}`.execute(app.db)
