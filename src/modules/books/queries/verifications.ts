import type { Selectable } from 'kysely'
import type { Reader } from '#platform/db.ts'
import type { Verification } from '../model.ts'
import type { BooksTables } from '../tables.ts'

/** One reading of the whole books, or null. */
export async function findVerification(reader: Reader, id: string): Promise<Verification | null> {
  const row = await verifications(reader).where('id', '=', id).executeTakeFirst()
  return row ? toVerification(row) : null
}

/** The last readings of the whole books that somebody asked for, newest first. */
export async function listVerifications(reader: Reader, limit = 10): Promise<Verification[]> {
  return (await verifications(reader).orderBy('asked_at', 'desc').limit(limit).execute()).map(
    toVerification,
  )
}

const verifications = (reader: Reader) =>
  reader.withTables<BooksTables>().selectFrom('books_verification').selectAll()

const toVerification = (row: Selectable<BooksTables['books_verification']>): Verification => ({
  id: row.id,
  by: row.asked_label,
  askedAt: row.asked_at,
  steps: row.steps,
  finishedAt: row.finished_at,
  failed: row.failed,
})
