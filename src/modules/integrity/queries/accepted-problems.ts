import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { IntegrityTables } from '../tables.ts'

/** Returns the keys of the problems that two admins accepted. */
export async function listAcceptedProblems(reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await reader
    .withTables<IntegrityTables>()
    .selectFrom('accepted_exception')
    .select('problem')
    .execute()

  return new Set(rows.map((row) => row.problem))
}

/** Returns whether two admins unfroze the ledger after a time. */
export async function hasRecentUnfreeze(reader: Reader, moment: Date): Promise<boolean> {
  const { rows } =
    await sql`select from ledger.freezes where unfrozen_at > ${moment} limit 1`.execute(reader)
  return rows.length > 0
}
