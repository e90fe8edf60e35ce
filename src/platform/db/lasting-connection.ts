import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { assertPrimary, CONNECT_TIMEOUT_MS } from './db.ts'
import { type WatchOptions, watchConnection } from './watch-connection.ts'

type LastingConnectionOptions = WatchOptions & {
  url: string
  applicationName: string
  /** True if a server in recovery will do: ours while it restores, which no failover leads to. */
  allowsRecovery?: boolean | undefined
  /** Prepares each new connection. When it throws, the connection is closed and made again. */
  prepare(client: pg.Client): Promise<void>
  /** Returns whether an error ends the attempts; by default none does. */
  isFinal?(error: unknown, isFirst: boolean): boolean
  /** Called at the first failure of several in a row, with the error. */
  onLost?(error: unknown): void
  /** Called when the connection is there again after a failure. */
  onRestored?(): void
}

const AGAIN_MS = 500
const CLOSE_MS = 1_000

export type LastingConnection = {
  /** Resolves when the connection was prepared for the first time; rejects with a final error. */
  ready: Promise<void>
  /** Resolves with the final error that ended the attempts later. */
  ended: Promise<unknown>
  close(): Promise<void>
}

/**
 * Opens one connection to the primary and makes it again, every half second, whenever it is lost:
 * by a restart, by a failover, or without a sign of life for 25 seconds.
 */
export function openLastingConnection(options: LastingConnectionOptions): LastingConnection {
  const { prepare, isFinal = () => false, onLost = () => {}, onRestored = () => {} } = options
  const check = options.allowsRecovery ? probeServer : assertPrimary
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<unknown>()
  let isFirst = true
  let isAway = false

  /** Returns when the connection was lost. */
  const runConnection = async () => {
    const { client, lost } = createClient(options)
    const close = () => void client.end().catch(() => {})
    stopping.signal.addEventListener('abort', close)

    try {
      await client.connect()
      await check(client)
      await prepare(client)
      ready.resolve()
      isFirst = false
      if (isAway) onRestored()
      isAway = false
      throw await Promise.race([lost, watchConnection(client, check, options, stopping.signal)])
    } finally {
      stopping.signal.removeEventListener('abort', close)
      close()
    }
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await runConnection()
      } catch (error) {
        if (stopping.signal.aborted) return
        if (isFinal(error, isFirst)) {
          ready.reject(error)
          return ended.resolve(error)
        }

        if (!isAway) onLost(error)
        isAway = true
      }

      await pause(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  ready.promise.catch(() => {}) // a caller that awaits it gets the error all the same
  const running = run()

  return {
    ready: ready.promise,
    ended: ended.promise,
    close: async () => {
      stopping.abort()
      await Promise.race([running, pause(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

function createClient({ url, applicationName }: LastingConnectionOptions) {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  const lost = new Promise<Error>((resolve) => {
    client.on('error', resolve)
    client.on('end', () => resolve(new Error('Connection terminated')))
  })

  return { client, lost }
}

const probeServer = (client: pg.Client) => client.query('select 1')
