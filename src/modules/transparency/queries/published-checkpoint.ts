import { sql } from 'kysely'
import { MINUTE_MS } from '#lib/dates.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { parseVkey } from '../model.ts'
import { type Cosignature, findCheckpoint, listCosignatures, type StoredCheckpoint } from './log.ts'

/** After this time without a witness the log is published without one. */
const MAX_WAIT_MS = 10 * MINUTE_MS

type Context = Pick<App, 'config' | 'clock'>

export type PublishedCheckpoint = StoredCheckpoint & {
  /** The cosignatures of the configured witnesses. */
  cosignatures: Cosignature[]
}

/**
 * Returns the checkpoint with the lines of witnesses, as it is published: the newest one that a
 * configured witness cosigned. It is the newest of all without witnesses, and once a newer one has
 * waited ten minutes for a witness. Returns null before the first.
 */
export async function findPublishedCheckpoint(
  app: Context,
  reader: Reader,
): Promise<PublishedCheckpoint | null> {
  const size = await findCosignedSize(app, reader)
  const isOverdue = size !== null && (await hasWaited(app, reader, size))

  return await readPublished(app, reader, isOverdue ? null : size)
}

/**
 * Returns the newest cosigned checkpoint that covers an entry, or the newest of all if a witness
 * cosigned none; null if none covers it.
 */
export async function findCoveringCheckpoint(
  app: Context,
  reader: Reader,
  position: number,
): Promise<PublishedCheckpoint | null> {
  const size = await findCosignedSize(app, reader)
  const covers = size !== null && size > position
  const checkpoint = await readPublished(app, reader, covers ? size : null)

  return checkpoint && checkpoint.size > position ? checkpoint : null
}

/** Returns the size of the newest checkpoint that a configured witness cosigned, or null. */
async function findCosignedSize({ config }: Context, reader: Reader): Promise<number | null> {
  const ids = listKeyIds(config)
  if (ids.length === 0) return null

  const { rows } = await sql<{ size: string }>`
    select size::text as size from log_cosignature where key_id = any(${ids}::text[])
    order by log_cosignature.size desc limit 1`.execute(reader)
  return rows[0] ? Number(rows[0].size) : null
}

const listKeyIds = ({ LOG_WITNESSES }: Context['config']) =>
  LOG_WITNESSES.map(({ vkey }) => parseVkey(vkey).id)

/**
 * Returns whether the checkpoint after a size was signed so long ago that witnesses are missing.
 */
async function hasWaited({ clock }: Context, reader: Reader, size: number): Promise<boolean> {
  const { rows } = await sql<{ at: Date }>`
    select signed_at as at from log_checkpoint where size > ${size}
    order by size limit 1`.execute(reader)

  return rows[0] !== undefined && clock.now().getTime() - rows[0].at.getTime() > MAX_WAIT_MS
}

/** Reads the newest checkpoint of at most a size, or of all. */
async function readPublished({ config }: Context, reader: Reader, size: number | null) {
  const checkpoint = await findCheckpoint(reader, size ?? undefined)
  if (!checkpoint) return null

  const ids = new Set(listKeyIds(config))
  const all = await listCosignatures(reader, checkpoint.size)
  return {
    ...checkpoint,
    note: checkpoint.note + all.map(({ line }) => line).join(''),
    cosignatures: all.filter(({ keyId }) => ids.has(keyId)),
  }
}
