import type { Selectable } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { Verification } from '../model.ts'
import type { IntegrityTables } from '../tables.ts'

/** Returns a verification, or null. */
export async function findVerification(reader: Reader, id: string): Promise<Verification | null> {
  const row = await selectVerifications(reader).where('id', '=', id).executeTakeFirst()
  return row ? toVerification(row) : null
}

/** Lists the latest verifications, newest first. */
export async function listVerifications(reader: Reader, limit = 10): Promise<Verification[]> {
  return (
    await selectVerifications(reader).orderBy('requested_at', 'desc').limit(limit).execute()
  ).map(toVerification)
}

const selectVerifications = (reader: Reader) =>
  reader.withTables<IntegrityTables>().selectFrom('verification').selectAll()

const toVerification = (row: Selectable<IntegrityTables['verification']>): Verification => ({
  id: row.id,
  by: row.requested_by_label,
  requestedAt: row.requested_at,
  steps: row.steps,
  finishedAt: row.finished_at,
  failed: row.failed,
})
