import { createNotFoundError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { decryptSecret } from '#platform/auth/secrets.ts'
import type { Reader } from '#platform/db/db.ts'
import { getLogKeys } from '../adapters/log-keys.ts'
import { proveSlips } from '../adapters/prove-slips.ts'
import {
  countValues,
  createTreeReader,
  type EntryKind,
  formatLogProof,
  formatVkey,
  LIABILITY_KINDS,
  listOwnSlips,
  PROOF_FILE_FORMAT,
  type ProofFile,
  parseManifest,
} from '../model.ts'
import {
  findLiabilityAccount,
  findNodes,
  findPublishedEpoch,
  getSlipTile,
  NONCE_PURPOSE,
} from './liabilities.ts'
import { createTileReader, findEntryContent, findLatestPosition } from './log.ts'
import { findCoveringCheckpoint, findPublishedCheckpoint } from './published-checkpoint.ts'

/** An entry of the log with its proof and the keys that the operator publishes. */
export type ProvedEntry = {
  entry: string
  logProof: string
  vkeys: string[]
  witnesses: string[]
}

/**
 * Returns an entry with its proof in the newest checkpoint that a witness cosigned and that covers
 * it, or in the newest of all if none was. Throws `not_found` (404).
 */
export async function proveEntry(
  app: Pick<App, 'config' | 'clock'>,
  reader: Reader,
  position: number,
): Promise<ProvedEntry> {
  const { config } = app
  const content = await findEntryContent(reader, position)
  const checkpoint = await findCoveringCheckpoint(app, reader, position)
  if (!content || !checkpoint) throw createNotFoundError('This entry of the log')

  const tree = createTreeReader(checkpoint.size, createTileReader(reader))
  const hashes = await tree.proveInclusion(position)
  const logProof = formatLogProof({ index: position, hashes, checkpoint: checkpoint.note })

  return {
    entry: Buffer.from(content).toString('utf8'),
    logProof,
    vkeys: getLogKeys(config).map(formatVkey),
    witnesses: config.LOG_WITNESSES.map(({ vkey }) => vkey),
  }
}

/** Returns the latest published entry of a kind with its proof. Throws `not_found` (404). */
export async function proveLatestEntry(
  app: Pick<App, 'config' | 'clock' | 'db'>,
  kind: EntryKind,
): Promise<ProvedEntry> {
  const { size = 0 } = (await findPublishedCheckpoint(app, app.db)) ?? {}
  return await proveEntry(app, app.db, (await findLatestPosition(app.db, kind, size)) ?? -1)
}

/**
 * Returns the file that proves a member's amounts in the newest proof of liabilities. Throws
 * `not_found` (404) before the first one, and for a member who was owed nothing then.
 */
export async function buildProofFile(
  app: Pick<App, 'config' | 'clock' | 'db'>,
  memberId: string,
): Promise<ProofFile> {
  const { config, db } = app
  const epoch = await findPublishedEpoch(db)
  const account = epoch && (await findLiabilityAccount(db, epoch.id, memberId))
  const nodes = epoch && (await findNodes(db, epoch.id))
  if (!epoch?.manifest || epoch.position === null || !account || !nodes)
    throw createNotFoundError('A proof of your balance')

  const manifest = parseManifest(epoch.manifest)
  const { plain: secret } = decryptSecret(config, NONCE_PURPOSE, epoch.id, epoch.nonceSecret)
  const amounts = LIABILITY_KINDS.map((kind) => account.amounts[kind])
  const proof = await proveSlips(
    { manifest, secret, readTile: (level, tile) => getSlipTile(db, epoch.id, level, tile) },
    memberId,
    account.email,
    listOwnSlips(countValues(manifest), amounts),
  )

  return {
    format: PROOF_FILE_FORMAT,
    email: account.email,
    amounts: Object.fromEntries(
      LIABILITY_KINDS.map((kind) => [kind, String(account.amounts[kind])]),
    ) as ProofFile['amounts'],
    proof,
    nodes: nodes.toString('base64'),
    ...(await proveEntry(app, db, epoch.position)),
  }
}
