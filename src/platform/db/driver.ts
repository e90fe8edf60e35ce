import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { isTraced, trace } from '../monitoring/tracing.ts'
import {
  DatabaseUnavailable,
  isConnectionLost,
  mayBeCommitted,
  mayBeStored,
  OutcomeUnknown,
} from './connection-errors.ts'
import type { Reachability } from './reachability.ts'
import { describeStatement, type OnStatement } from './slow-statements.ts'

export type DriverOptions = {
  pool: pg.Pool
  reachability: Reachability
  /** A COMMIT waits this long for its answer, and without end for a standby that is gone. */
  commitTimeoutMs: number
  onStatement: OnStatement | undefined
}

/** PostgreSQL's dialect with a driver that classifies what a broken connection means. */
export class PrimaryDialect extends PostgresDialect {
  readonly #options: DriverOptions

  constructor(options: DriverOptions) {
    super({ pool: options.pool })
    this.#options = options
  }

  override createDriver(): Driver {
    return new PrimaryDriver(this.#options)
  }
}

/**
 * Throws `DatabaseUnavailable` when nothing was stored, and `OutcomeUnknown` when a COMMIT or a
 * single write was sent and its answer is missing. Every other error is the server's own.
 */
class PrimaryDriver implements Driver {
  readonly #options: DriverOptions
  readonly #connections = new WeakMap<pg.PoolClient, PrimaryConnection>()

  constructor(options: DriverOptions) {
    this.#options = options
  }

  async init() {}

  async acquireConnection(): Promise<PrimaryConnection> {
    const { pool, reachability } = this.#options
    const client = await reachability.connect(pool)
    const connection = this.#connections.get(client) ?? new PrimaryConnection(client, this.#options)
    this.#connections.set(client, connection)

    return connection
  }

  async beginTransaction(connection: PrimaryConnection, settings: TransactionSettings) {
    await connection.begin(settings)
  }

  async commitTransaction(connection: PrimaryConnection) {
    await connection.commit()
  }

  async rollbackTransaction(connection: PrimaryConnection) {
    await connection.rollback()
  }

  async releaseConnection(connection: PrimaryConnection) {
    connection.release()
  }

  async destroy() {
    await this.#options.pool.end()
  }
}

type Transaction = 'none' | 'read write' | 'read only'

// Outside of a transaction, a selected function counts as a read too: the two that write
// (`append_block`, `write_snapshots`) do what is left to do, however often they are called.
const READ = /^\s*(select|show)\b/i
const SUCCESSFUL_COMPLETION = '00000'

class PrimaryConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #commitTimeoutMs: number
  readonly #onStatement: OnStatement | undefined
  #transaction: Transaction = 'none'
  #isBroken = false
  #warnings = 0

  constructor(client: pg.PoolClient, { commitTimeoutMs, onStatement }: DriverOptions) {
    this.#client = client
    this.#commitTimeoutMs = commitTimeoutMs
    this.#onStatement = onStatement
    client.on('error', () => {
      this.#isBroken = true
    })

    client.on('notice', ({ code }) => {
      if (code !== SUCCESSFUL_COMPLETION) this.#warnings++
    })
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction !== 'none' || READ.test(query.sql)) return await this.#send<Row>(query)

    return await this.#sendWrite<Row>(query, mayBeStored)
  }

  // biome-ignore lint/correctness/useYield: the interface requires the method
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not as a stream.')
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings) {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    const mode = accessMode ? ` ${accessMode}` : ''

    this.#transaction = accessMode ?? 'read write'
    try {
      await this.#send(
        CompiledQuery.raw(level || mode ? `start transaction${level}${mode}` : 'begin'),
      )
    } catch (error) {
      this.#transaction = 'none'
      throw error
    }
  }

  /** A COMMIT that comes back as a ROLLBACK tag ended a transaction that had failed before. */
  async commit() {
    if (this.#isBroken) throw new DatabaseUnavailable('the connection broke before the COMMIT')

    const sent = this.#sendWrite<{ command: string }>(CompiledQuery.raw('commit'), mayBeCommitted)
    const { rows } = await this.#answerInTime(sent)
    this.#transaction = 'none'
    if (rows[0]?.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back, because a statement in it had failed.')
  }

  /** Discards the connection if even this fails; the server then rolls back by itself. */
  async rollback() {
    if (!this.#isBroken)
      await this.#send(CompiledQuery.raw('rollback')).catch(() => {
        this.#isBroken = true
      })

    this.#transaction = 'none'
  }

  release() {
    this.#transaction = 'none'
    this.#client.release(this.#isBroken)
  }

  async #answerInTime<Answer>(sent: Promise<Answer>): Promise<Answer> {
    sent.catch(() => {}) // its failure after the timeout is of no interest
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#isBroken = true
        reject(new OutcomeUnknown('the COMMIT was not answered in time'))
      }, this.#commitTimeoutMs)
    })

    return await Promise.race([sent, tooLong]).finally(() => clearTimeout(timer))
  }

  /** Sends what stores something at once: a COMMIT, or a write outside a transaction. */
  async #sendWrite<Row>(
    query: CompiledQuery,
    isUnknown: (error: unknown) => boolean,
  ): Promise<QueryResult<Row>> {
    const warnings = this.#warnings
    const result = await this.#query<Row>(query).catch((error: unknown) => {
      if (!isUnknown(error)) throw this.#classify(error)
      this.#isBroken = true
      throw new OutcomeUnknown(error)
    })

    // "canceling wait for synchronous replication": stored here, and perhaps on no other machine
    if (this.#warnings > warnings)
      throw new OutcomeUnknown('the COMMIT was answered with a warning')

    return result
  }

  /** Sends a read, or a statement of a transaction, which ends with its connection. */
  async #send<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return await this.#query<Row>(query).catch((error: unknown) => {
      throw this.#classify(error)
    })
  }

  #classify(error: unknown): unknown {
    if (!isConnectionLost(error) || this.#isOwnReadOnly(error)) return error
    this.#isBroken = true
    return new DatabaseUnavailable(error)
  }

  /** A write in a transaction that was opened for reading is a mistake of ours, not a standby. */
  #isOwnReadOnly = (error: unknown) =>
    this.#transaction === 'read only' && (error as { code?: string }).code === '25006'

  async #query<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const begun = performance.now()
    const send = () => this.#client.query(sql, parameters as unknown[])
    const sent = isTraced() ? traceStatement(sql, send) : send()
    const { command, rowCount, rows } = await sent.finally(() =>
      this.#onStatement?.(sql, performance.now() - begun),
    )
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as Row] }

    return CHANGES.has(command)
      ? { rows, numAffectedRows: BigInt(rowCount ?? 0) }
      : { rows: rows ?? [] }
  }
}

/** Runs a statement as a span with its text, without any value. */
function traceStatement(sql: string, send: () => Promise<pg.QueryResult>) {
  const text = describeStatement(sql)
  const values = { 'db.system.name': 'postgresql', 'db.query.text': text }

  return trace({ name: text.split(' ', 1)[0] ?? '', kind: 'statement', values }, send)
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
