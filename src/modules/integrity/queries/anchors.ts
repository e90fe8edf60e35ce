import { type Selectable, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Reader } from '#platform/db/db.ts'
import type { LedgerAnchor } from '../model.ts'
import type { IntegrityTables } from '../tables.ts'

/** Returns an anchor from its database row. */
export const toAnchor = (row: Selectable<IntegrityTables['anchor']>): LedgerAnchor => ({
  day: row.day,
  block: row.block,
  seq: row.seq,
  hash: row.hash,
  owed: row.owed,
  publishedAt: row.published_at,
  auditHead:
    row.audit_place !== null && row.audit_hash !== null
      ? { place: row.audit_place, hash: row.audit_hash }
      : null,
})

/** Lists published anchors, newest first, or the anchor of a date. */
export async function listAnchors(
  reader: Reader,
  only: { day?: Day; limit?: number } = {},
): Promise<LedgerAnchor[]> {
  let query = reader.withTables<IntegrityTables>().selectFrom('anchor').selectAll()
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
    select coalesce((select max(published_at) from anchor),
      (select chained_at from ledger.chain_block order by block limit 1)) as published`.execute(
    reader,
  )
  return rows[0]?.published ?? null
}
