import type { BitcoinNetwork } from '../model/bitcoin-networks.ts'
import type { ChainTip, PaymentSighting } from '../model.ts'
import * as answers from './bitcoin-core-answers.ts'
import { findKnownBlocks, readBlock } from './bitcoin-core-blocks.ts'
import {
  buildCursor,
  type CoreCursor,
  listUnconfirmed,
  MAX_REORGANISATION,
} from './bitcoin-core-cursor.ts'
import type { createMempoolReader } from './bitcoin-core-mempool.ts'
import type { CoreRpc } from './bitcoin-core-rpc.ts'
import { listSightings, mapTargets } from './bitcoin-transactions.ts'
import type { ChainObservation, WatchTarget } from './chain-provider.ts'

/** Blocks that are read in one call; after a long pause several calls catch up. */
const MAX_BLOCKS = 50

/** Blocks that are read again if every block of a young cursor was replaced. */
const REWOUND_BLOCKS = 30

export type Scan = {
  rpc: CoreRpc
  network: BitcoinNetwork
  readMempool: ReturnType<typeof createMempoolReader>
  readTip: () => Promise<ChainTip>
  /** The lowest block that a pruned node has. */
  readLowestHeight: () => Promise<number>
}

/**
 * Reads the blocks since the cursor, from the fork if blocks were replaced, and then the mempool.
 * While blocks are left, the observation is at the last block that was read, and the payments that
 * were in the mempool remain: they may be in one of those blocks.
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
  const blocks = [...known]
  const confirmed: PaymentSighting[] = []
  let tip = head

  for (let height = from; height <= Math.min(head.height, from + MAX_BLOCKS - 1); height++) {
    const { block, transactions } = await readBlock(scan.rpc, height, blocks.at(-1)?.hash)
    confirmed.push(...transactions.flatMap((one) => listSightings(one, scripts)))
    blocks.push(block)
    tip = { ...block, finalHeight: null }
  }

  const earlier = listUnconfirmed(previous, targets)
  const found = await scan.readMempool(
    scripts,
    earlier.map(({ txid }) => txid),
  )
  const best = await scan.rpc.call('getbestblockhash', [], answers.hash)
  const unconfirmed = tip.hash === best ? found : merge(earlier, found)
  const mined = new Set(confirmed.map(identify))
  const waiting = unconfirmed.filter((payment) => !mined.has(identify(payment)))

  return {
    tip,
    payments: [...confirmed, ...waiting],
    completeFrom: from,
    cursor: buildCursor(blocks, waiting),
  }
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
