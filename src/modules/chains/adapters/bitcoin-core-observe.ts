import type { ChainTip, PaymentSighting } from '../model.ts'
import * as answers from './bitcoin-core-answers.ts'
import { findKnownBlocks } from './bitcoin-core-blocks.ts'
import { buildCursor, type CoreCursor, listUnconfirmed } from './bitcoin-core-cursor.ts'
import { type BitcoinScan, readBlocks } from './bitcoin-core-scan.ts'
import { mapTargets } from './bitcoin-transactions.ts'
import type { ChainObservation, WatchTarget } from './chain-provider.ts'

/** Blocks that are read again if every block of a young cursor was replaced. */
const REWOUND_BLOCKS = 30

/**
 * Reads the blocks since the cursor, from the fork if blocks were replaced, and then the mempool.
 * Throws `ChainProviderError` while blocks are left: the next call with the same cursor continues.
 */
export async function observeBlocks(
  scan: BitcoinScan,
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

/**
 * Returns the height to read from: after the fork, or that of the first target. If every block of a
 * young cursor was replaced, the fork is below it.
 */
async function findStart(
  { readLowestHeight }: BitcoinScan,
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
