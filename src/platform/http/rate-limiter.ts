import type { App } from '../app.ts'
import { isOutage } from '../db/connection-errors.ts'
import { type Limit, limit, TooManyTries } from './limit.ts'

/**
 * The number of calls that a process takes from a bucket of the database at once, so that reads
 * cost no write each.
 */
const TAKEN_AT_ONCE = 20
/** Calls that were taken and not used within this time are lost: they can't be saved up. */
const SHARE_TTL_MS = 10_000
/** The maximum number of cached sources; beyond it each call queries the database. */
const MAX_CACHED_SOURCES = 10_000

type Share = { left: number; until: number; rejection: TooManyTries | null; isLocal?: true }

/**
 * Limits calls by caller and by source. The buckets are in the database, shared by all processes;
 * each process takes several calls at a time, never more than are left. While the database is away
 * each process counts by itself, so that files and cached pages are still served.
 */
export function openRateLimiter(app: App, rule: Limit) {
  const shares = new Map<string, Share>()
  const share = async (name: string, key: string, now: number): Promise<Share> => {
    if (shares.size >= MAX_CACHED_SOURCES) shares.clear()

    const many = Math.max(1, Math.min(TAKEN_AT_ONCE, Math.floor(rule.max / 10)))
    const taken = await limit(app, name, key, rule, many).then(
      (): Share => ({ left: many, until: now + SHARE_TTL_MS, rejection: null }),
      (error): Share => {
        if (isOutage(error))
          return { left: rule.max, until: now + rule.windowMs, rejection: null, isLocal: true }
        if (!(error instanceof TooManyTries)) throw error
        return {
          left: 0,
          until: now + Math.min(SHARE_TTL_MS, error.retryAfterSeconds * 1000),
          rejection: error,
        }
      },
    )

    shares.set(`${name} ${key}`, taken)

    return taken
  }

  /** Throws 429 when none is left. */
  return async (name: string, key: string): Promise<void> => {
    if (rule.max === 0) return

    const now = app.clock.now().getTime()
    const known = shares.get(`${name} ${key}`)
    const mine =
      known && now < known.until && (known.left > 0 || known.rejection || known.isLocal)
        ? known
        : await share(name, key, now)
    if (mine.rejection) throw mine.rejection
    if (mine.left <= 0) throw new TooManyTries(Math.ceil((mine.until - now) / 1000))

    mine.left -= 1
  }
}
