import type { App } from '../app.ts'
import { type Limit, limit, TooManyTries } from './limit.ts'

/**
 * How many calls are taken out of a bucket of the database at once, so that reading costs no write
 * a call.
 */
const TAKEN_AT_ONCE = 20
/** What was taken and not used by then is lost: nobody saves calls up. */
const SHARE_TTL_MS = 10_000
/** So many sources are remembered; with more of them at once each call asks the database. */
const MOST_KNOWN = 10_000

type Share = { left: number; until: number; rejection: TooManyTries | null }

/**
 * Counts every call by who makes it and by where it comes from. The buckets are in the database, so
 * that all processes share them; each takes some calls at a time, never more than there are.
 */
export function openRateLimiter(app: App, rule: Limit) {
  const shares = new Map<string, Share>()
  const share = async (name: string, key: string, now: number): Promise<Share> => {
    if (shares.size >= MOST_KNOWN) shares.clear()

    const many = Math.max(1, Math.min(TAKEN_AT_ONCE, Math.floor(rule.max / 10)))
    const taken = await limit(app, name, key, rule, many).then(
      (): Share => ({ left: many, until: now + SHARE_TTL_MS, rejection: null }),
      (error): Share => {
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

  /** Throws 429 when there are none left. */
  return async (name: string, key: string): Promise<void> => {
    if (rule.max === 0) return

    const now = app.clock.now().getTime()
    const known = shares.get(`${name} ${key}`)
    const mine =
      known && now < known.until && (known.left > 0 || known.rejection)
        ? known
        : await share(name, key, now)
    if (mine.rejection) throw mine.rejection

    mine.left -= 1
  }
}
