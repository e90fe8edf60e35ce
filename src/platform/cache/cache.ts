import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.ts'

/** Whoever only looks isn't kept waiting longer for what is silent. */
const PATIENCE_MS = 1_000

/** What was read last, and when it was asked for. */
export type Reading<Value> = { value: Value; readAt: Date }

type CacheOptions<Value> = {
  clock: Pick<Clock, 'now'>
  /** What is younger is answered as it is. */
  everyMs: number
  /** What is older is worth a moment's wait for something newer. */
  oldMs: number
  /** After a failure nobody asks again for so long. */
  retryMs: number
  read(): Promise<Value>
  /** Told when reading begins to fail, and again only after it worked. */
  onFailure(error: unknown): void
}

export type Keeper<Value> = {
  /**
   * What is known, at once; asks anew behind it when that is due. Waits a second at most, where it
   * is old or nothing.
   */
  latest(): Promise<Reading<Value> | null>
  /** What is known after asking anew, when that is due. */
  refresh(): Promise<Reading<Value> | null>
}

/**
 * One reading for everybody who asks: many at once wait for the same one, and what was read last
 * stays while it fails.
 */
export function createCache<Value>(options: CacheOptions<Value>): Keeper<Value> {
  const { clock, everyMs, oldMs, retryMs, read, onFailure } = options
  let last: Reading<Value> | null = null
  let failedAt: Date | null = null
  let running: Promise<void> | null = null
  const isDue = () => {
    const now = clock.now().getTime()
    if (failedAt && now - failedAt.getTime() < retryMs) return false
    return !last || now - last.readAt.getTime() >= everyMs
  }

  const refresh = async () => {
    const readAt = clock.now()
    try {
      last = { value: await read(), readAt }
      failedAt = null
    } catch (error) {
      if (!failedAt) onFailure(error)
      failedAt = clock.now()
    } finally {
      running = null
    }
  }

  const ensureRefresh = () => {
    running ??= refresh()
    return running
  }

  return {
    latest: async () => {
      if (running || isDue()) {
        const answer = ensureRefresh()
        const old = !last || clock.now().getTime() - last.readAt.getTime() > oldMs
        if (old) await Promise.race([answer, pause(PATIENCE_MS, undefined, { ref: false })])
      }

      return last
    },
    refresh: async () => {
      if (running || isDue()) await ensureRefresh()
      return last
    },
  }
}
