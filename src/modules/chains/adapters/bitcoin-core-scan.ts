import { type BitcoinNetwork, toScript } from '../model/bitcoin-networks.ts'
import type { BlockRef, ChainTip, PaymentSighting } from '../model.ts'
import * as answers from './bitcoin-core-answers.ts'
import { readBlock } from './bitcoin-core-blocks.ts'
import type { CoreCursor } from './bitcoin-core-cursor.ts'
import type { createMempoolReader } from './bitcoin-core-mempool.ts'
import type { CoreRpc } from './bitcoin-core-rpc.ts'
import { listSightings, mapTargets } from './bitcoin-transactions.ts'
import { ChainProviderError, type WatchTarget } from './chain-provider.ts'

/** Blocks that are read in one call; after a long pause several calls catch up. */
const MAX_BLOCKS = 50
const MAX_PARTIAL = 4

export type BitcoinScan = {
  rpc: CoreRpc
  name: string
  network: BitcoinNetwork
  readMempool: ReturnType<typeof createMempoolReader>
  readTip: () => Promise<ChainTip>
  /** The lowest block that a pruned node has. */
  readLowestHeight: () => Promise<number>
  /** Scans that took more than one call, by where they began. */
  partial: Map<string, PartialScan>
}

type PartialScan = {
  targets: ReadonlySet<string>
  blocks: BlockRef[]
  confirmed: PaymentSighting[]
}

type Range = { known: CoreCursor['blocks']; from: number; head: ChainTip }

/** Reads the blocks up to the head. */
export async function readBlocks(
  scan: BitcoinScan,
  targets: readonly WatchTarget[],
  { known, from, head }: Range,
): Promise<PartialScan> {
  const scripts = mapTargets(targets, scan.network)
  const key = `${from} ${known.at(-1)?.hash}`
  const { blocks, confirmed } = await resume(scan, targets, { key, head })
  const first = from + blocks.length
  const last = Math.min(head.height, first + MAX_BLOCKS - 1)

  for (let height = first; height <= last; height++) {
    const previousHash = (blocks.at(-1) ?? known.at(-1))?.hash
    const { block, transactions } = await readBlock(scan.rpc, height, previousHash)
    confirmed.push(...transactions.flatMap((one) => listSightings(one, scripts)))
    blocks.push(block)
  }

  const read = { blocks, confirmed, targets: new Set(scripts.keys()) }
  if (last < head.height) {
    if (scan.partial.size >= MAX_PARTIAL) scan.partial.clear()
    scan.partial.set(key, read)
    throw new ChainProviderError(
      'behind',
      `${scan.name} is being read: block ${last} of ${head.height}`,
    )
  }
  scan.partial.delete(key)

  const newest = (blocks.at(-1) ?? known.at(-1))?.hash
  if (newest !== undefined && newest !== head.hash)
    throw new ChainProviderError('behind', `${scan.name} replaced blocks while it was read`)

  return read
}

/**
 * Returns what earlier calls have read of the same range: nothing if its blocks were replaced, or
 * if a target is new that one of them can pay.
 */
async function resume(
  { rpc, network, partial }: BitcoinScan,
  targets: readonly WatchTarget[],
  { key, head }: { key: string; head: ChainTip },
): Promise<Pick<PartialScan, 'blocks' | 'confirmed'>> {
  const nothing = { blocks: [], confirmed: [] }
  const earlier = partial.get(key)
  const last = earlier?.blocks.at(-1)
  if (!earlier || !last || last.height > head.height) return nothing

  const isMissed = ({ address, fromHeight }: WatchTarget) =>
    fromHeight <= last.height && !earlier.targets.has(toScript(address, network))
  if (targets.some(isMissed)) return nothing

  const hash = await rpc.call('getblockhash', [last.height], answers.hash)
  return hash === last.hash ? earlier : nothing
}
