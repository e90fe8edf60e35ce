import type { Reader } from '#platform/db/db.ts'
import type { ChainName, ChainTip } from '../model.ts'
import type { ChainTables } from '../tables.ts'

/** The number of blocks that a simulated chain takes to make one final. */
const FINAL_AFTER: Record<ChainName, number | null> = { bitcoin: null, ethereum: 15, tron: 3 }
/** The block before the first one that is mined. */
const GENESIS = { height: 0, hash: '0'.repeat(64), at: new Date(0) }

/** Returns the newest block of a simulated chain. */
export async function readSimulatedTip(reader: Reader, chain: ChainName): Promise<ChainTip> {
  const row = await reader
    .withTables<ChainTables>()
    .selectFrom('simulated_block')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('height', 'desc')
    .limit(1)
    .executeTakeFirst()

  const block = row ? { height: row.height, hash: row.hash, at: row.mined_at } : GENESIS
  const after = FINAL_AFTER[chain]
  return { ...block, finalHeight: after === null ? null : Math.max(0, block.height - after) }
}

export async function readSimulatedBlock(reader: Reader, chain: ChainName, height: number) {
  if (height === 0) return GENESIS
  const row = await reader
    .withTables<ChainTables>()
    .selectFrom('simulated_block')
    .selectAll()
    .where('chain', '=', chain)
    .where('height', '=', height)
    .executeTakeFirstOrThrow()

  return { height, hash: row.hash, at: row.mined_at }
}
