import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '#lib/errors.ts'
import type { Db, Tx } from './db.ts'

const RETRIES = 3
const PAUSE_MS = 20

/** 40001 (serialization failure) and 40P01 (deadlock): the transaction can be run again. */
const isCollision = (error: unknown) => ['40001', '40P01'].includes(getErrorCode(error))
const getErrorCode = (error: unknown) => (error as { code?: string }).code ?? ''

/**
 * Runs a transaction, and runs it again up to three times after a collision with another one: `fn`
 * must do nothing outside `tx`. Throws `busy` (503), with nothing stored, when a lock isn't free in
 * time or the collisions continue.
 */
export async function runInTransaction<Result>(
  db: Db,
  fn: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction().execute(fn)
    } catch (error) {
      if (getErrorCode(error) === '55P03' || (isCollision(error) && attempt === RETRIES))
        throw createBusyError()
      if (!isCollision(error)) throw error
      await pause(PAUSE_MS * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

const createBusyError = () =>
  new DomainError('busy', 503, 'This is busy at the moment. Nothing was changed: please try again.')

/** Runs reads on one snapshot of the database: later commits are not visible. Writes fail. */
export const runInSnapshot = <Result>(db: Db, fn: (tx: Tx) => Promise<Result>): Promise<Result> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(fn)
