/**
 * The database can't be reached, or the connection broke before the COMMIT was sent: nothing of the
 * transaction is stored, and it can be run again.
 */
export class DatabaseUnavailable extends Error {
  readonly code = '08006'

  constructor(cause?: unknown) {
    super(`The database can't be reached: ${describeCause(cause)}`, { cause })
    this.name = 'DatabaseUnavailable'
  }
}

/**
 * The connection broke, or a wait for a standby was cancelled, after the COMMIT or a single write
 * was sent: it is stored in full or not at all.
 */
export class OutcomeUnknown extends Error {
  readonly code = '40003'

  constructor(cause?: unknown) {
    super(`It is unknown whether this was stored: ${describeCause(cause)}`, { cause })
    this.name = 'OutcomeUnknown'
  }
}

/** Returns whether the error comes from a lost connection to the database, which is no bug. */
export const isOutage = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown

/** A server in recovery takes no writes: the primary is somewhere else, or about to be. */
export class StandbyError extends Error {
  readonly code = '25006'

  constructor() {
    super('connected to a standby, which is read-only')
    this.name = 'StandbyError'
  }
}

const describeCause = (cause: unknown) =>
  cause instanceof Error ? cause.message || getCode(cause) : String(cause ?? 'no reason given')

const getCode = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

const SQLSTATE = /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/

/**
 * 08 connection exceptions, 57P0x shutdown and start of the server, 25006 a standby, 25P03 and
 * 25P04 a session that the server ended, 53300 too many connections.
 */
const LOST_STATE = /^(08|57P0|25006|25P03|25P04|53300)/

/** Texts of node-postgres for a connection that broke; they have no code. */
const LOST_TEXT =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout expired)/

/** Errors of sockets and of name lookups, as Node names them. */
const SOCKET_CODE = /^E[A-Z_]+$/

/**
 * Returns whether an error of node-postgres means that the connection is lost or can't be made, so
 * that another connection may work. A wrong password or a missing database is no such error.
 */
export function isConnectionLost(error: unknown): boolean {
  const code = getCode(error)
  if (SQLSTATE.test(code)) return LOST_STATE.test(code)
  if (code) return SOCKET_CODE.test(code)
  // pg-boss reports a copy of the error, which is no Error
  return LOST_TEXT.test(String((error as { message?: unknown } | null)?.message))
}

/** States of a connection that the server refused or ended before it carried anything out. */
const REFUSED_STATE = /^(25006|25P03|53300|57P03)/

/**
 * States with which the server answers a COMMIT that may be stored: an unknown completion, a
 * failure of the system, or one of PostgreSQL itself.
 */
const UNCERTAIN_STATE = /^(40003|58|XX)/

/** Returns whether a single write that failed with this error may be stored. */
export const mayBeStored = (error: unknown): boolean =>
  isConnectionLost(error) && !REFUSED_STATE.test(getCode(error))

/**
 * Returns whether a COMMIT that failed with this error may be stored. Only a state that the server
 * gives to a transaction it rolled back is certain.
 */
export const mayBeCommitted = (error: unknown): boolean =>
  mayBeStored(error) || !SQLSTATE.test(getCode(error)) || UNCERTAIN_STATE.test(getCode(error))
