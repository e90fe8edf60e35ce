import { Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { StandbyError } from './connection-errors.ts'
import { PrimaryDialect } from './driver.ts'
import { type OnReachability, Reachability } from './reachability.ts'
import type { OnStatement } from './slow-statements.ts'

/** A database without tables: each module names its own with `db.withTables<…>()`. */
// biome-ignore lint/complexity/noBannedTypes: the empty schema is the point
export type Db = Kysely<{}>
// biome-ignore lint/complexity/noBannedTypes: the empty schema is the point
export type Tx = Transaction<{}>
/** A connection for reads: the pool or an open transaction. */
export type Reader = Db | Tx

const INT8 = 20
const DATE = 1082

/**
 * bigint columns arrive as bigint, and a date stays the text `YYYY-MM-DD`: a JavaScript Date would
 * shift it by the time zone.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return (text: string) => BigInt(text)
    if (oid === DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}

export type DbOptions = {
  url: string
  poolSize: number
  lockTimeoutMs: number
  statementTimeoutMs: number
  /** The role to set, when the login role is a member of it. */
  role?: string
  onReachability?: OnReachability
  /** Called after each statement with its text, without parameters, and its time. */
  onStatement?: OnStatement | undefined
  /** The longest wait for the answer to a COMMIT, 45 s by default. */
  commitTimeoutMs?: number
}

const COMMIT_TIMEOUT_MS = 45_000

/** The time that making a connection may take, with TLS and a busy server. */
export const CONNECT_TIMEOUT_MS = 5_000

/**
 * A client that gives up connecting after five seconds. The pool's own timeout would count the wait
 * for a free connection too.
 */
class PatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  }
}

/** Throws `StandbyError` on a server in recovery: a failover may lead there for a moment. */
export async function assertPrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby) throw new StandbyError()
}

/**
 * Opens the pool. Every connection is one to the primary, with a lock timeout and a statement
 * timeout. Queries throw `DatabaseUnavailable` and `OutcomeUnknown` when a connection breaks.
 */
export function openDb(options: DbOptions): { db: Db; pool: pg.Pool } {
  const reachability = new Reachability(options.onReachability)
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
    Client: PatientClient,
    onConnect: assertPrimary,
    options: [
      `-c lock_timeout=${options.lockTimeoutMs}`,
      `-c statement_timeout=${options.statementTimeoutMs}`,
      '-c idle_in_transaction_session_timeout=60000',
      ...(options.role ? [`-c role=${options.role}`] : []),
    ].join(' '),
  })

  pool.on('error', () => {}) // an idle connection that broke is replaced at the next query
  pool.on('connect', (client) => {
    // One that breaks between two queries of a transaction has no other listener, and would end the
    // process.
    client.on('error', () => {})
    reachability.recordSuccess()
  })

  const { commitTimeoutMs = COMMIT_TIMEOUT_MS, onStatement } = options
  const dialect = new PrimaryDialect({ pool, reachability, commitTimeoutMs, onStatement })

  return { db: new Kysely({ dialect }), pool }
}
