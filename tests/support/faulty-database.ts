import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { type Db, openDb } from '#platform/db/db.ts'
import { prepareStatements } from './database.ts'

/**
 * What happens to one statement. Before: it is never sent. After: the server has carried it out,
 * and the connection is gone before the client gets the answer; a COMMIT is then committed and not
 * acknowledged. Hangs: it waits until the statement's time is over. Collides: it is refused as a
 * collision, after which a transaction is run again.
 */
export const KINDS = ['fails before', 'fails after', 'hangs', 'collides'] as const
export type Kind = (typeof KINDS)[number]
/** The statement to strike, counted from 1, and again every so many statements after it. */
export type Fault = { at: number; every?: number; kind: Kind }

export type FaultyRun = {
  /** Every statement in the order they were asked, BEGIN, COMMIT and SAVEPOINT among them. */
  statements: string[]
  struck: boolean
  strikes: number
  error?: unknown
}

export type FaultyDatabase = {
  db: Db
  pool: pg.Pool
  /**
   * Runs work on this database with one of its statements struck; an error is returned, not thrown.
   */
  during(fault: Fault | null, work: () => Promise<unknown>): Promise<FaultyRun>
  close(): Promise<void>
}

type Ask = (...args: unknown[]) => Promise<unknown>

const HANG_MS = 15

/**
 * A pool of the application's own kind on the same database, whose clients can be made to fail at
 * one statement.
 */
export function faultyDatabase(url: string): FaultyDatabase {
  const { db, pool } = openDb({
    url,
    role: 'candor_app',
    poolSize: 4,
    lockTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
  })

  let current: (FaultyRun & { fault: Fault | null }) | null = null
  pool.on('connect', prepareStatements)
  pool.on('connect', (client) => {
    const queryable = client as unknown as { query: Ask }
    const ask: Ask = queryable.query.bind(client)
    queryable.query = async (...args) => {
      if (!current) return await ask(...args)
      current.statements.push(String(args[0]).replace(/\s+/g, ' ').trim())
      if (!current.fault || !isDue(current.fault, current.statements.length))
        return await ask(...args)
      current.struck = true
      current.strikes++
      return await strike(current.fault.kind, client, ask, args)
    }
  })

  return {
    db,
    pool,
    during: async (fault, work) => {
      const run: FaultyRun & { fault: Fault | null } = {
        statements: [],
        struck: false,
        strikes: 0,
        fault,
      }
      current = run
      await work().catch((error: unknown) => {
        run.error = error ?? new Error('it threw nothing')
      })
      current = null

      return run
    },
    close: () => db.destroy(),
  }
}

const isDue = ({ at, every }: Fault, count: number) =>
  count === at || (every !== undefined && count > at && (count - at) % every === 0)

async function strike(
  kind: Kind,
  client: pg.PoolClient,
  ask: Ask,
  args: unknown[],
): Promise<never> {
  if (kind === 'fails before') throw new Error('struck: this statement was not sent')
  if (kind === 'collides')
    throw Object.assign(new Error('struck: this statement collided'), { code: '40001' })
  if (kind === 'hangs') return await hang(ask)

  await ask(...args)
  await cut(client)

  throw new Error('struck: the connection broke before the answer came')
}

/**
 * Waits in the place of the statement until the server ends the wait, which also ends an open
 * transaction's usefulness.
 */
async function hang(ask: Ask): Promise<never> {
  await ask(`set statement_timeout = ${HANG_MS}`)

  try {
    await ask('select pg_sleep(60)')
  } finally {
    // refused in a transaction, whose rollback resets it too
    await ask('reset statement_timeout').catch(() => {})
  }

  throw new Error('the wait was expected to be ended by the server')
}

/** Breaks the connection as a cable would, and comes back when the client has noticed. */
async function cut(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  const ended = once(client, 'end')
  stream.destroy()
  await ended
}
