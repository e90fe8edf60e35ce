import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'

/**
 * Returns whether the payments of a deposit can only be its own, so that in live one admin may
 * confirm them.
 */
export async function hasOwnPayments(reader: Reader, depositId: string): Promise<boolean> {
  const { rows } = await sql<{ isOwn: boolean }>`
    select has_own_payments(d) as "isOwn" from deposit d where d.id = ${depositId}`.execute(reader)

  return rows[0]?.isOwn === true
}
