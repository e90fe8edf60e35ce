import { sql } from 'kysely'
import type { Reader } from './db.ts'

/** Returns when the live installation opened to members; null before that. */
export async function readOpening(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select approvals.get_opening() as at`.execute(
    reader,
  )

  return rows[0]?.at ?? null
}
