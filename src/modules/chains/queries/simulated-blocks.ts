import type { Reader } from '#platform/db/db.ts'
import type { ChainCursor, ChainObservation, WatchTarget } from '../adapters/chain-provider.ts'
import type { ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import { listSimulatedPayments, readSimulatedTip } from './simulated-chain.ts'

/** The newest blocks that a cursor remembers; a longer reorganisation reads everything again. */
const REMEMBERED = 64

/** A block of a simulated chain, as it is listed and remembered. */
export type SimulatedBlock = { height: number; hash: string; minedAt: Date }

/**
 * Returns the payments in the mempool and in the blocks that are new since the cursor: the blocks
 * above the newest remembered one that the chain still has.
 */
export async function observeSimulatedBlocks(
  reader: Reader,
  chain: ChainName,
  targets: readonly WatchTarget[],
  cursor: ChainCursor | null,
): Promise<ChainObservation> {
  const tip = await readSimulatedTip(reader, chain)
  const blocks = await listSimulatedBlocks(reader, chain, REMEMBERED)
  const completeFrom = cursor
    ? findForkHeight(blocks, cursor)
    : Math.min(...targets.map(({ fromHeight }) => fromHeight))

  const payments = await listSimulatedPayments(reader, chain, { targets, fromHeight: completeFrom })
  const remembered = blocks.map(({ height, hash }) => ({ height, hash }))
  return { tip, payments, completeFrom, cursor: { blocks: remembered } }
}

/** Returns the newest blocks of a simulated chain, newest first. */
export async function listSimulatedBlocks(
  reader: Reader,
  chain: ChainName,
  count: number,
): Promise<SimulatedBlock[]> {
  const rows = await reader
    .withTables<ChainTables>()
    .selectFrom('simulated_block')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('height', 'desc')
    .limit(count)
    .execute()

  return rows.map(({ height, hash, mined_at: minedAt }) => ({ height, hash, minedAt }))
}

function findForkHeight(blocks: readonly SimulatedBlock[], { blocks: remembered }: ChainCursor) {
  const known = new Set(
    (remembered as { height: number; hash: string }[]).map(
      ({ height, hash }) => `${height} ${hash}`,
    ),
  )
  const common = blocks.find(({ height, hash }) => known.has(`${height} ${hash}`))
  return common ? common.height + 1 : 0
}
