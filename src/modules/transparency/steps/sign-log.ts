import { invariant } from '#lib/invariant.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { getLogKeys, getLogOrigin, signCheckpoint } from '../adapters/log-keys.ts'
import { createTreeReader, formatCheckpointText, isConsistent } from '../model.ts'
import { countEntries, createTileReader, findCheckpoint } from '../queries/log.ts'
import type { TransparencyTables } from '../tables.ts'

/**
 * Signs the head of the log if it has more entries than the last checkpoint. Throws, and signs
 * nothing, when the stored entries do not continue that checkpoint.
 */
export async function signLog(tx: Tx, { config, clock }: Pick<App, 'config' | 'clock'>) {
  const size = await countEntries(tx)
  const last = await findCheckpoint(tx)
  if (size === 0 || size === last?.size) return

  const reader = createTreeReader(size, createTileReader(tx))
  const head = { size, root: await reader.readRoot() }
  invariant(
    !last || isConsistent(last, head, await reader.proveConsistency(last.size)),
    `the entries of the log continue its checkpoint of ${last?.size} entries`,
  )

  const checkpoint = { ...head, origin: getLogOrigin(config) }
  const now = clock.now()
  const lines = getLogKeys(config).map((key) => signCheckpoint(key, checkpoint, now))
  const note = `${formatCheckpointText(checkpoint)}\n${lines.join('')}`

  await tx
    .withTables<TransparencyTables>()
    .insertInto('log_checkpoint')
    .values({ size: BigInt(size), root: Buffer.from(head.root), note, signed_at: now })
    .execute()
}
