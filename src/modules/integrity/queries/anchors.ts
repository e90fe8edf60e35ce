import { type Selectable, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import type { LedgerAnchor } from '../model.ts'
import type { IntegrityTables } from '../tables.ts'

/** Returns an anchor from its database row. */
export const toAnchor = (row: Selectable<IntegrityTables['books_witness']>): LedgerAnchor => ({
  day: row.day,
  block: row.block,
  seq: row.seq,
  hash: row.hash,
  owed: row.owed,
  publishedAt: row.told_at,
  auditHead:
    row.acts !== null && row.acts_hash !== null ? { place: row.acts, hash: row.acts_hash } : null,
})

/** Lists published anchors, newest first, or the anchor of a date. */
export async function listAnchors(
  reader: Reader,
  only: { day?: Day; limit?: number } = {},
): Promise<LedgerAnchor[]> {
  let query = reader.withTables<IntegrityTables>().selectFrom('books_witness').selectAll()
  if (only.day) query = query.where('day', '=', only.day)

  const rows = await query
    .orderBy('day', 'desc')
    .limit(only.limit ?? 31)
    .execute()
  return rows.map(toAnchor)
}

/**
 * Returns the time of the last published anchor; before the first one, the time of the first
 * block. Null while there is no block.
 */
export async function findLastAnchorTime(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ published: Date | null }>`
    select coalesce((select max(told_at) from books_witness),
      (select sealed_at from ledger.seal_block order by block limit 1)) as published`.execute(
    reader,
  )
  return rows[0]?.published ?? null
}
