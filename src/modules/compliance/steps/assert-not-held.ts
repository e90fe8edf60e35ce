import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { refusals } from '../model.ts'
import type { ComplianceTables } from '../tables.ts'

/** The code of `refuse_held_member()`. */
const HELD = 'SC001'

/**
 * Throws `screening_hold` (409), for staff, unless a member may be credited and paid. A trigger on
 * deposits and withdrawals says the same.
 */
export async function assertNotHeld(reader: Reader, memberId: string): Promise<void> {
  const answer = sql<{ held: boolean }>`select is_held_member(${memberId}) as held`
  if ((await answer.execute(reader)).rows[0]?.held) throw refusals.held()
}

/** Selects whether a case of the member is a true match, to be read with other rows. */
export const selectTrueMatch = (reader: Reader, memberId: string) =>
  toBatchQuery(
    reader
      .withTables<ComplianceTables>()
      .selectFrom('screening_case')
      .select('id')
      .where('member_id', '=', memberId)
      .where('status', '=', 'true_match')
      .limit(1),
    {},
  )

/**
 * Throws `account_in_review` (409), for the member, if a case of theirs is a true match. An open
 * case doesn't show: it only waits for staff.
 */
export function assertNotInReview(trueMatches: readonly unknown[]): void {
  if (trueMatches.length > 0) throw refusals.inReview()
}

/** Returns `screening_hold` (409) for the database's refusal to credit or pay, else the error. */
export const toHoldError = (error: unknown): unknown =>
  (error as { code?: string }).code === HELD ? refusals.held() : error
