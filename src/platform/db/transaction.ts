import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '#lib/errors.ts'
import { DatabaseUnavailable } from './connection-errors.ts'
import type { Db, Tx } from './db.ts'

const RETRIES = 3
const PAUSE_MS = 20
const RECONNECT_MS = 100

/** 40001 (serialization failure) and 40P01 (deadlock): the transaction can be run again. */
const isCollision = (error: unknown) => ['40001', '40P01'].includes(getErrorCode(error))
const getErrorCode = (error: unknown) => (error as { code?: string }).code ?? ''

/**
 * Runs a transaction as `runAcrossCollisions` does: `fn` must do nothing outside `tx`. As part of
 * an open transaction it runs once, since only the whole can be run again. Throws `busy` (503),
 * with nothing stored, when a lock isn't free in time or the collisions continue;
 * `DatabaseUnavailable`, with nothing stored, and `OutcomeUnknown`.
 */
export async function runInTransaction<Result>(
  db: Db,
  fn: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await (db.isTransaction ? db.transaction().execute(fn) : runAcrossCollisions(db, fn))
  } catch (error) {
    throw getErrorCode(error) === '55P03' ? createBusyError() : error
  }
}

/**
 * Runs a transaction, and runs it again up to three times after a collision with another one or a
 * connection that broke before its COMMIT was sent. Throws `busy` (503) when the collisions
 * continue.
 */
export async function runAcrossCollisions<Result>(
  db: Db,
  fn: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await runAcrossReconnects(db, fn)
    } catch (error) {
      if (!isCollision(error)) throw error
      if (attempt === RETRIES) throw createBusyError()
      await pause(PAUSE_MS * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

/**
 * Runs a transaction, and runs it again up to three times when the connection broke before its
 * COMMIT was sent. One whose outcome is unknown is not run again: only its caller knows whether
 * that is safe.
 */
async function runAcrossReconnects<Result>(
  db: Db,
  fn: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction().execute(fn)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || attempt === RETRIES) throw error
      await pause(RECONNECT_MS * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

const createBusyError = () =>
  new DomainError('busy', 503, 'This is busy at the moment. Nothing was changed: please try again.')

/** Runs reads on one snapshot of the database: later commits are not visible. Writes fail. */
export const runInSnapshot = <Result>(db: Db, fn: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(fn)
