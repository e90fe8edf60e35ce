import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseUnavailable, isConnectionLost } from './connection-errors.ts'

const AGAIN_MS = 100
/** A restart of PostgreSQL takes about as long; a request waits that long, and no longer. */
const PATIENCE_MS = 2_000

/** Called when the database can't be reached, and with null when it can be reached again. */
export type OnReachability = (problem: unknown) => void

/**
 * Knows whether new connections can be made. Requests wait for a connection during the first two
 * seconds of an outage, and fail at once after that: one of them at a time tries again.
 */
export class Reachability {
  #problem: unknown = null
  #since = 0
  #attempts = 0
  readonly #onChange: OnReachability

  constructor(onChange: OnReachability = () => {}) {
    this.#onChange = onChange
  }

  /** Records that a new connection was made. */
  recordSuccess() {
    if (this.#problem === null) return
    this.#problem = null
    this.#onChange(null)
  }

  /** Returns a connection. Throws `DatabaseUnavailable`: nothing was sent. */
  async connect(pool: pg.Pool): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#isOver() && this.#attempts > 0 && pool.idleCount === 0)
        throw new DatabaseUnavailable(this.#problem)

      this.#attempts++
      try {
        return await pool.connect()
      } catch (error) {
        this.#recordFailure(error)
        if (!isConnectionLost(error) || this.#isOver()) throw new DatabaseUnavailable(error)
      } finally {
        this.#attempts--
      }

      await pause(AGAIN_MS)
    }
  }

  #recordFailure(error: unknown) {
    if (this.#problem === null) {
      this.#since = performance.now()
      this.#onChange(error)
    }

    this.#problem = error
  }

  #isOver = () => this.#problem !== null && performance.now() - this.#since > PATIENCE_MS
}
