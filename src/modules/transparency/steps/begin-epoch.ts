import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import { encryptSecret } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { findEpoch, type LiabilityEpoch, NONCE_PURPOSE } from '../queries/liabilities.ts'

/**
 * Returns the proof of today, and begins it if there is none: the amounts are stored as they were
 * at the last chained number. Null while nothing is chained.
 */
export async function beginEpoch(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
): Promise<LiabilityEpoch | null> {
  const day = clock.today()
  const found = await findEpoch(tx, day)
  if (found) return found

  const id = createId('lia')
  const secret = encryptSecret(config, NONCE_PURPOSE, id, randomBytes(32))
  await sql`select snapshot_liabilities(${id}, ${day}, ${secret}, ${clock.now()})`.execute(tx)

  return await findEpoch(tx, day)
}
