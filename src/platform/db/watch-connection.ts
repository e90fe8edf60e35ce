import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const CHECK_MS = 15_000
const CHECK_TIMEOUT_MS = 10_000

export type WatchOptions = {
  /** The time between two checks of a connection that reports no error, 15 s by default. */
  checkMs?: number
  /** The longest wait for the answer to a check, 10 s by default. */
  checkTimeoutMs?: number
}

/** Returns the error of the first check that fails or takes too long. */
export async function watchConnection(
  client: pg.Client,
  check: (client: pg.Client) => Promise<unknown>,
  { checkMs = CHECK_MS, checkTimeoutMs = CHECK_TIMEOUT_MS }: WatchOptions,
  signal: AbortSignal,
): Promise<unknown> {
  for (;;) {
    try {
      await pause(checkMs, undefined, { signal, ref: false })
      await Promise.race([check(client), rejectLater(checkTimeoutMs)])
    } catch (error) {
      return error
    }
  }
}

async function rejectLater(timeoutMs: number): Promise<never> {
  await pause(timeoutMs, undefined, { ref: false })
  throw new Error('Connection terminated: the server gave no sign of life')
}
