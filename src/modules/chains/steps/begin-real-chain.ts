import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ChainName } from '../model.ts'

export type RealChain = { chain: ChainName; height: number; at: Date }

/**
 * Watches the sandbox's addresses of a chain's simulated time from a block on; changes nothing once
 * a real provider has answered.
 */
export async function beginRealChain(tx: Tx, { chain, height, at }: RealChain): Promise<void> {
  await sql`select begin_real_chain(${chain}, ${height}, ${at})`.execute(tx)
}
