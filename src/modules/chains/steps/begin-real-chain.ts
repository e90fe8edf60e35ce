import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import { DAY_BLOCKS } from '../model/check-times.ts'
import type { ChainName } from '../model.ts'

export type RealChain = { chain: ChainName; height: number; at: Date }

/**
 * Sets from which block the addresses of a chain are watched that have none yet; changes nothing
 * once a real provider has answered.
 */
export async function beginRealChain(tx: Tx, { chain, height, at }: RealChain): Promise<void> {
  await sql`select begin_real_chain(${chain}, ${height}, ${DAY_BLOCKS[chain]}, ${at})`.execute(tx)
}
