import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.ts'

/** The longest time that `peek` waits for a load. */
const PATIENCE_MS = 1_000
const MAX_ENTRIES = 100

/** A cached value, and when its load began. */
export type Reading<Value> = { value: Value; readAt: Date }

type CacheOptions = {
  clock: Pick<Clock, 'now'>
  /** A younger value is returned without a load. */
  ttlMs: number
  /** A value up to this old is returned by `peek` while it is loaded again in the background. */
  staleMs?: number
  /**
   * After a failed load the last value stays, and the next load waits this long. Without it the
   * error is thrown, and the next caller loads again.
   */
  retryMs?: number
  /** Beyond this number the oldest entry is removed. */
  maxEntries?: number
  /** Called when loading begins to fail, and again only after it has worked. */
  onFailure?(error: unknown): void
}

export type Cache<Value> = {
  /** Returns the value, loaded again if that is due. Throws the load's error. */
  get(key: string, load: () => Promise<Value>): Promise<Reading<Value>>
  /** Returns the last value without waiting for a load; waits a second at most if it is stale. */
  peek(key: string, load: () => Promise<Value>): Promise<Reading<Value> | null>
  /** Removes every entry, also those whose load is under way. */
  clear(): void
}

type Entry<Value> = {
  reading?: Reading<Value>
  failure?: { error: unknown; at: Date } | undefined
  loading?: Promise<void> | undefined
}

/** Creates a cache in memory. Concurrent callers of one key share one load. */
export function createCache<Value>(options: CacheOptions): Cache<Value> {
  const { clock, ttlMs, staleMs = 0, retryMs = 0, maxEntries = MAX_ENTRIES, onFailure } = options
  const entries = new Map<string, Entry<Value>>()
  const isYounger = (at: Date | undefined, ms: number) => {
    const age = at ? clock.now().getTime() - at.getTime() : -1
    return age >= 0 && age < ms
  }

  const runLoad = async (entry: Entry<Value>, load: () => Promise<Value>) => {
    const readAt = clock.now()
    try {
      entry.reading = { value: await load(), readAt }
      entry.failure = undefined
    } catch (error) {
      if (!entry.failure) onFailure?.(error)
      entry.failure = { error, at: clock.now() }
    }
  }

  /** Returns the entry, with a load under way if one is due. */
  const refresh = (key: string, load: () => Promise<Value>) => {
    const entry = entries.get(key) ?? {}
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (oldest !== undefined && entries.size > maxEntries) entries.delete(oldest)

    if (!isYounger(entry.failure?.at, retryMs) && !isYounger(entry.reading?.readAt, ttlMs))
      entry.loading ??= runLoad(entry, load).finally(() => {
        entry.loading = undefined
      })

    return entry
  }

  return {
    get: async (key, load) => {
      const entry = refresh(key, load)
      await entry.loading
      if (entry.reading && (retryMs || !entry.failure)) return entry.reading
      throw entry.failure?.error
    },
    peek: async (key, load) => {
      const entry = refresh(key, load)
      if (entry.loading && !isYounger(entry.reading?.readAt, staleMs))
        await Promise.race([entry.loading, pause(PATIENCE_MS, undefined, { ref: false })])
      return entry.reading ?? null
    },
    clear: () => entries.clear(),
  }
}
