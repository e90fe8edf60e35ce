import { type BitcoinNetwork, toScript } from '../model/bitcoin-networks.ts'
import type { BlockRef, ChainTip, PaymentSighting } from '../model.ts'
import * as answers from './bitcoin-core-answers.ts'
import { findKnownBlocks, readBlock } from './bitcoin-core-blocks.ts'
import { buildCursor, type CoreCursor, listUnconfirmed } from './bitcoin-core-cursor.ts'
import type { createMempoolReader } from './bitcoin-core-mempool.ts'
import type { CoreRpc } from './bitcoin-core-rpc.ts'
import { listSightings, mapTargets } from './bitcoin-transactions.ts'
import { type ChainObservation, ChainProviderError, type WatchTarget } from './chain-provider.ts'

/** Blocks that are read in one call; after a long pause several calls catch up. */
const MAX_BLOCKS = 50
/** Blocks that are read again if every block of a young cursor was replaced. */
const REWOUND_BLOCKS = 30
const MAX_PARTIAL = 4

export type Scan = {
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

/**
 * Reads the blocks since the cursor, from the fork if blocks were replaced, and then the mempool.
 * Throws `ChainProviderError` while blocks are left: the next call with the same cursor continues.
 */
export async function observeBlocks(
  scan: Scan,
  targets: readonly WatchTarget[],
  previous: CoreCursor,
): Promise<ChainObservation> {
  const scripts = mapTargets(targets, scan.network)
  const head = await scan.readTip()
  const known = await findKnownBlocks(scan.rpc, previous, head)
  const from = await findStart(scan, targets, { known, previous, head })
  const { blocks, confirmed } = await readBlocks(scan, targets, { known, from, head })

  const earlier = listUnconfirmed(previous, targets)
  const found = await scan.readMempool(
    scripts,
    earlier.map(({ txid }) => txid),
  )
  // what is in the mempool no longer may be in a block that arrived meanwhile
  const best = await scan.rpc.call('getbestblockhash', [], answers.hash)
  const unconfirmed = head.hash === best ? found : merge(earlier, found)
  const mined = new Set(confirmed.map(identify))
  const waiting = unconfirmed.filter((payment) => !mined.has(identify(payment)))

  return {
    tip: head,
    payments: [...confirmed, ...waiting],
    completeFrom: from,
    cursor: buildCursor([...known, ...blocks], waiting),
  }
}

type Range = { known: CoreCursor['blocks']; from: number; head: ChainTip }

/** Reads the blocks up to the head. */
async function readBlocks(
  scan: Scan,
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
  { rpc, network, partial }: Scan,
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

/**
 * Returns the height to read from: after the fork, or that of the first target. If every block of a
 * young cursor was replaced, the fork is below it.
 */
async function findStart(
  { readLowestHeight }: Scan,
  targets: readonly WatchTarget[],
  { known, previous, head }: { known: CoreCursor['blocks']; previous: CoreCursor; head: ChainTip },
): Promise<number> {
  const last = known.at(-1)
  if (last) return last.height + 1

  const [oldest] = previous.blocks
  const first = oldest
    ? Math.max(0, oldest.height - REWOUND_BLOCKS)
    : targets.reduce((lowest, { fromHeight }) => Math.min(lowest, fromHeight), head.height)
  return Math.max(first, await readLowestHeight())
}

const identify = ({ txid, outputIndex }: PaymentSighting) => `${txid}:${outputIndex}`

/** Returns earlier and later sightings, each once. */
const merge = (earlier: readonly PaymentSighting[], later: readonly PaymentSighting[]) => [
  ...new Map([...earlier, ...later].map((payment) => [identify(payment), payment])).values(),
]
