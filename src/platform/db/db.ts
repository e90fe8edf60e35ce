import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

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
}

/** Opens the pool. Every connection has a lock timeout and a statement timeout. */
export function openDb(options: DbOptions): { db: Db; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    types,
    options: [
      `-c lock_timeout=${options.lockTimeoutMs}`,
      `-c statement_timeout=${options.statementTimeoutMs}`,
      '-c idle_in_transaction_session_timeout=60000',
      ...(options.role ? [`-c role=${options.role}`] : []),
    ].join(' '),
  })

  pool.on('error', () => {}) // an idle connection that broke is replaced at the next query
  // One that breaks between two queries of a transaction has no other listener, and would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))

  return { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), pool }
}
