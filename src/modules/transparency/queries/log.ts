import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import {
  type EntryBody,
  type EntryKind,
  joinBundle,
  type ReadTile,
  TILE_WIDTH,
  type TilePlace,
  type TreeHead,
} from '../model.ts'
import type { TransparencyTables } from '../tables.ts'

const getTables = (reader: Reader) => reader.withTables<TransparencyTables>()

/** Returns the number of entries. */
export async function countEntries(reader: Reader): Promise<number> {
  const { rows } = await sql<{ size: string }>`
    select coalesce(max(position) + 1, 0)::text as size from log_entry`.execute(reader)
  return Number(rows[0]?.size ?? 0)
}

/** Returns a whole or partial tile, or null where the log has fewer hashes or entries. */
export async function findTile(reader: Reader, place: TilePlace): Promise<Uint8Array | null> {
  const first = BigInt(place.tile) * BigInt(TILE_WIDTH)
  const parts = await listTileParts(reader, place.level, first, first + BigInt(place.width))
  if (parts.length < place.width) return null
  return place.level === 'entries' ? joinBundle(parts) : Uint8Array.from(Buffer.concat(parts))
}

async function listTileParts(
  reader: Reader,
  level: TilePlace['level'],
  first: bigint,
  end: bigint,
): Promise<Buffer[]> {
  if (level === 'entries' || level === 0) {
    const rows = await getTables(reader)
      .selectFrom('log_entry')
      .select(level === 0 ? 'leaf as part' : 'content as part')
      .where('position', '>=', first)
      .where('position', '<', end)
      .orderBy('position')
      .execute()
    return rows.map(({ part }) => part)
  }

  const rows = await getTables(reader)
    .selectFrom('log_node')
    .select('hash')
    .where('level', '=', level)
    .where('place', '>=', first)
    .where('place', '<', end)
    .orderBy('place')
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Creates the reader of tiles for `createTreeReader`. */
export const createTileReader =
  (reader: Reader): ReadTile =>
  (place) =>
    findTile(reader, place)

export type StoredCheckpoint = TreeHead & { note: string; signedAt: Date }

/** Returns the newest checkpoint of at most a size, as the log signed it; null before the first. */
export async function findCheckpoint(
  reader: Reader,
  maxSize?: number,
): Promise<StoredCheckpoint | null> {
  const row = await getTables(reader)
    .selectFrom('log_checkpoint')
    .selectAll()
    .$if(maxSize !== undefined, (query) => query.where('size', '<=', BigInt(maxSize ?? 0)))
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()

  return row
    ? { size: Number(row.size), root: row.root, note: row.note, signedAt: row.signed_at }
    : null
}

export type Cosignature = { witness: string; keyId: string; line: string; signedAt: Date }

/** Lists what witnesses answered for a checkpoint. */
export const listCosignatures = (reader: Reader, size: number): Promise<Cosignature[]> =>
  getTables(reader)
    .selectFrom('log_cosignature')
    .select(['witness', 'key_id as keyId', 'line', 'signed_at as signedAt'])
    .where('size', '=', BigInt(size))
    .orderBy('witness')
    .orderBy('key_id')
    .execute()

export type Source = { kind: EntryKind; subject: string; body: EntryBody }

/** Lists the sources in the database whose latest entry is missing or says something else. */
export const listDueSources = (reader: Reader): Promise<Source[]> =>
  getTables(reader).selectFrom('log_due').selectAll().orderBy('kind').orderBy('subject').execute()

export type LatestEntry = Source & { position: number; at: string }

/** Returns the position of the latest entry of a kind before a size, or null. */
export async function findLatestPosition(
  reader: Reader,
  kind: EntryKind,
  size: number,
): Promise<number | null> {
  const { rows } = await sql<{ position: string }>`
    select position::text as position from log_entry where kind = ${kind} and position < ${size}
    order by log_entry.position desc limit 1`.execute(reader)

  return rows[0] ? Number(rows[0].position) : null
}

/** Lists the latest entry of each subject of some kinds. */
export async function listLatestEntries(
  reader: Reader,
  kinds: readonly EntryKind[],
): Promise<LatestEntry[]> {
  const { rows } = await sql<LatestEntry & { position: string }>`
    select distinct on (kind, subject) kind, subject, body, position::text as position,
      convert_from(content, 'UTF8')::jsonb ->> 'at' as at
    from log_entry where kind = any(${[...kinds]}::text[])
    order by kind, subject, log_entry.position desc`.execute(reader)

  return rows.map((row) => ({ ...row, position: Number(row.position) }))
}

/** Returns the bytes of an entry; null where the log has none. */
export async function findEntryContent(
  reader: Reader,
  position: number,
): Promise<Uint8Array | null> {
  const row = await getTables(reader)
    .selectFrom('log_entry')
    .select('content')
    .where('position', '=', BigInt(position))
    .executeTakeFirst()

  return row?.content ?? null
}
