import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { refusals } from '../model.ts'

/** The code of `refuse_held_transaction()`. */
const HELD = 'MC001'

/**
 * Throws `monitoring_hold` (409), for staff, while transaction monitoring holds a deposit or
 * withdrawal. A trigger on both says the same.
 */
export async function assertTransactionNotHeld(reader: Reader, subjectId: string): Promise<void> {
  const answer = sql<{ held: boolean }>`select is_held_transaction(${subjectId}) as held`
  if ((await answer.execute(reader)).rows[0]?.held) throw refusals.held()
}

/** Returns `monitoring_hold` (409) for the database's refusal to credit or pay, else the error. */
export const toMonitoringError = (error: unknown): unknown =>
  (error as { code?: string }).code === HELD ? refusals.held() : error
