import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { getWitnessKeys, signCheckpoint, verifyAnySignature } from '../adapters/log-keys.ts'
import {
  type AddCheckpointRequest,
  hashEmptyTree,
  isConsistent,
  type OpenedNote,
  openCheckpoint,
  parseAddCheckpoint,
  parseVkey,
} from '../model.ts'
import type { TransparencyTables } from '../tables.ts'

/** The answer of a witness, by the protocol. */
export type WitnessAnswer = {
  status: 200 | 400 | 403 | 404 | 409 | 422
  body: string
  type: 'text/plain; charset=utf-8' | 'text/x.tlog.size'
}

const createAnswer = (status: WitnessAnswer['status'], body = ''): WitnessAnswer => ({
  status,
  body,
  type: 'text/plain; charset=utf-8',
})
const createConflict = (size: number): WitnessAnswer => ({
  status: 409,
  body: `${size}\n`,
  type: 'text/x.tlog.size',
})

/**
 * Cosigns a checkpoint of a log that this installation witnesses, if it continues the last one that
 * was cosigned: that one is stored before the answer is sent.
 */
export async function cosignCheckpoint(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  body: string,
): Promise<WitnessAnswer> {
  const request = parseAddCheckpoint(body)
  if (!request) return createAnswer(400)

  const origin = request.note.split('\n')[0] ?? ''
  const keys = app.config.WITNESS_LOGS.map(parseVkey).filter(({ name }) => name === origin)
  if (keys.length === 0) return createAnswer(404)

  const checkpoint = openTrusted(request.note, keys)
  if (!checkpoint) return createAnswer(403)
  if (request.oldSize > checkpoint.size) return createAnswer(400)

  return await runInTransaction(app.db, (tx) => cosign(tx, app, request, checkpoint))
}

/** Opens a note that one of the keys signed; null otherwise. */
function openTrusted(note: string, keys: Parameters<typeof openCheckpoint>[1]): OpenedNote | null {
  try {
    const opened = openCheckpoint(note, keys, verifyAnySignature)
    return opened.signatures.length > 0 ? opened : null
  } catch {
    return null
  }
}

async function cosign(
  tx: Tx,
  { config, clock }: Pick<App, 'config' | 'clock'>,
  { oldSize, proof, note }: AddCheckpointRequest,
  checkpoint: OpenedNote,
): Promise<WitnessAnswer> {
  const { origin, size, root } = checkpoint
  await sql`select pg_advisory_xact_lock(hashtextextended(${`witness/${origin}`}, 0))`.execute(tx)
  const tables = tx.withTables<TransparencyTables>()
  const last = await tables
    .selectFrom('witnessed_log')
    .select(['size', 'root'])
    .where('origin', '=', origin)
    .executeTakeFirst()
  const older = last
    ? { size: Number(last.size), root: last.root }
    : { size: 0, root: hashEmptyTree() }

  if (oldSize !== older.size) return createConflict(older.size)
  const isSameSize = oldSize === size
  if (!isConsistent(older, { size, root }, proof))
    return isSameSize && last ? createConflict(older.size) : createAnswer(422)

  const now = clock.now()
  const stored = { size: BigInt(size), root: Buffer.from(root), note, cosigned_at: now }
  await tables
    .insertInto('witnessed_log')
    .values({ origin, ...stored })
    .onConflict((conflict) => conflict.column('origin').doUpdateSet(stored))
    .execute()

  const lines = getWitnessKeys(config).map((key) => signCheckpoint(key, checkpoint, now))
  return createAnswer(200, lines.join(''))
}
