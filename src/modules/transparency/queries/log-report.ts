import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { getLogKeys } from '../adapters/log-keys.ts'
import {
  type DailyFigures,
  type EntryBody,
  formatTilePath,
  formatVkey,
  type LogHead,
  type LogReport,
  parseDailyFigures,
  TILE_WIDTH,
} from '../model.ts'
import { findPublishedEpoch } from './liabilities.ts'
import { findCheckpoint } from './log.ts'
import { findPublishedCheckpoint } from './published-checkpoint.ts'
import { listWitnesses } from './witnesses.ts'

/**
 * Returns the state of the log, its witnesses and the newest proof; null before the first entry.
 */
export async function readLogReport(
  app: Pick<App, 'db' | 'config' | 'clock'>,
): Promise<LogReport | null> {
  const published = await findPublishedCheckpoint(app, app.db)
  const checkpoint = await findCheckpoint(app.db)
  if (!checkpoint || !published) return null

  const { cosignatures } = published
  const witnesses = (await listWitnesses(app, app.db)).map(
    ({ name, problem, problemSince, size, cosignedAt }) => ({
      name,
      cosignedAt: cosignatures.find(({ witness }) => witness === name)?.signedAt ?? null,
      last: cosignedAt && { size, at: cosignedAt },
      forkSince: problem === 'fork' ? problemSince : null,
    }),
  )

  return {
    size: checkpoint.size,
    publishedSize: published.size,
    signedAt: checkpoint.signedAt,
    vkeys: getLogKeys(app.config).map(formatVkey),
    witnesses,
    proof: await readProof(app, checkpoint.size),
  }
}

/** The days that the page of the open books draws. */
const MAX_DAYS = 90

/** Lists what the log recorded of the last days, oldest first. */
export async function listDailyFigures(reader: Reader): Promise<DailyFigures[]> {
  const { rows } = await sql<{ body: EntryBody }>`
    select body from log_entry where kind = 'coverage'
    order by position desc limit ${MAX_DAYS}`.execute(reader)

  return rows.map(({ body }) => parseDailyFigures(body)).reverse()
}

/**
 * Returns the newest signed head of the log, as statements print it; null before the first entry.
 */
export async function findLogHead({
  db,
  config,
}: Pick<App, 'db' | 'config'>): Promise<LogHead | null> {
  const checkpoint = await findCheckpoint(db)
  if (!checkpoint) return null

  const [key] = getLogKeys(config)
  return {
    origin: key.name,
    size: checkpoint.size,
    root: Buffer.from(checkpoint.root).toString('base64'),
    signedAt: checkpoint.signedAt,
    vkey: formatVkey(key),
  }
}

async function readProof({ db }: Pick<App, 'db'>, size: number): Promise<LogReport['proof']> {
  const epoch = await findPublishedEpoch(db)
  if (!epoch?.manifest || epoch.position === null) return null

  const tile = Math.floor(epoch.position / TILE_WIDTH)
  const width = Math.min(TILE_WIDTH, size - tile * TILE_WIDTH)
  return {
    epoch: epoch.id,
    day: epoch.day,
    seq: String(epoch.seq),
    owed: BigInt(String(epoch.manifest.owedCents)),
    tilePath: formatTilePath({ level: 'entries', tile, width }),
  }
}
