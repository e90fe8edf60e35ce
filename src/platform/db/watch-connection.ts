import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const CHECK_MS = 15_000
const CHECK_TIMEOUT_MS = 10_000

export type LastingConnectionOptions = {
  url: string
  applicationName: string
  /** True if a server in recovery will do: ours while it restores, which no failover leads to. */
  allowsRecovery?: boolean | undefined
  /** Prepares each new connection. When it throws, the connection is closed and made again. */
  prepare(client: pg.Client): Promise<void>
  /** Returns whether an error ends the attempts; by default none does. */
  isFinal?(error: unknown, isFirst: boolean): boolean
  /** Called at the first failure of a row, with the error. */
  onLost?(error: unknown): void
  /** Called when the connection is there again after a failure. */
  onRestored?(): void
  /** The time between two checks of a connection that reports no error, 15 s by default. */
  checkMs?: number
  /** The longest wait for the answer to a check, 10 s by default. */
  checkTimeoutMs?: number
}

/** Returns the error of the first check that fails or takes too long. */
export async function watch(
  client: pg.Client,
  check: (client: pg.Client) => Promise<unknown>,
  { checkMs = CHECK_MS, checkTimeoutMs = CHECK_TIMEOUT_MS }: LastingConnectionOptions,
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
