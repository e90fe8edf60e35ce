import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import {
  computeRoot,
  formatCanonicalJson,
  formatEntry,
  hashLeaf,
  type LogEntry,
  splitHashes,
  TILE_WIDTH,
} from '../model.ts'
import { countEntries, findTile } from '../queries/log.ts'
import type { TransparencyTables } from '../tables.ts'

/**
 * Takes the end of the log for this transaction: entries are appended by one transaction at a time.
 */
export const lockLog = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('open-books/log', 0))`.execute(tx)
}

/**
 * Appends entries at the end of the log and returns the position of the first one. The caller has
 * locked the log, and signs the checkpoint in the same transaction.
 */
export async function appendEntries(tx: Tx, entries: readonly LogEntry[]): Promise<number> {
  const first = await countEntries(tx)
  const rows = entries.map((entry, at) => {
    const content = Buffer.from(formatEntry(entry))
    return {
      position: BigInt(first + at),
      kind: entry.kind,
      subject: entry.subject,
      body: formatCanonicalJson(entry.body),
      content,
      leaf: Buffer.from(hashLeaf(content)),
    }
  })

  for (let at = 0; at < rows.length; at += TILE_WIDTH)
    await tx
      .withTables<TransparencyTables>()
      .insertInto('log_entry')
      .values(rows.slice(at, at + TILE_WIDTH))
      .execute()
  await appendNodes(tx, first, first + rows.length)

  return first
}

/** Stores the hash of each tile that became whole, level by level. */
async function appendNodes(tx: Tx, from: number, to: number) {
  let before = from
  let size = to

  for (let level = 1; size >= TILE_WIDTH; level++) {
    before = Math.floor(before / TILE_WIDTH)
    size = Math.floor(size / TILE_WIDTH)

    for (let place = before; place < size; place++) {
      const tile = await findTile(tx, { level: level - 1, tile: place, width: TILE_WIDTH })
      if (!tile) throw new Error(`the log lacks tile ${place} of level ${level - 1}`)

      await tx
        .withTables<TransparencyTables>()
        .insertInto('log_node')
        .values({ level, place: BigInt(place), hash: Buffer.from(computeRoot(splitHashes(tile))) })
        .execute()
    }
  }
}
