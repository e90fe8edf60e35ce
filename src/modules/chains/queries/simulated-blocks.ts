import type { Coin } from '#lib/currencies.ts'
import type { Reader } from '#platform/db/db.ts'
import type { ChainCursor, ChainObservation, WatchTarget } from '../adapters/chain-provider.ts'
import type { ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'
import { listSimulatedPayments } from './simulated-chain.ts'
import { readSimulatedTip } from './simulated-tip.ts'

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
  { cursor, now }: { cursor: ChainCursor | null; now: Date },
): Promise<ChainObservation> {
  const tip = await readSimulatedTip(reader, chain)
  const blocks = await listSimulatedBlocks(reader, chain, REMEMBERED)
  const completeFrom = cursor
    ? findForkHeight(blocks, cursor)
    : Math.min(...targets.map(({ fromHeight }) => fromHeight))

  const filter = { targets, fromHeight: completeFrom, now }
  const payments = await listSimulatedPayments(reader, chain, filter)
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

/** A transaction of a simulated chain with what it pays. */
export type SimulatedTransaction = {
  txid: string
  /** null while it is in the mempool. */
  height: number | null
  sentAt: Date
  outputs: { coin: Coin; address: string; units: bigint }[]
}

/**
 * Returns the newest transactions of a simulated chain that were not dropped, newest first; with
 * `txid` that one alone.
 */
export async function listSimulatedTransactions(
  reader: Reader,
  chain: ChainName,
  { count, txid }: { count: number; txid?: string | undefined },
): Promise<SimulatedTransaction[]> {
  const own = reader.withTables<ChainTables>()
  const rows = await own
    .selectFrom('simulated_transaction')
    .selectAll()
    .where('chain', '=', chain)
    .where('dropped_at', 'is', null)
    .$if(txid !== undefined, (query) => query.where('txid', '=', txid ?? ''))
    .orderBy('sent_at', 'desc')
    .orderBy('txid')
    .limit(count)
    .execute()
  if (rows.length === 0) return []

  const outputs = await own
    .selectFrom('simulated_output')
    .selectAll()
    .where('chain', '=', chain)
    .where(
      'txid',
      'in',
      rows.map(({ txid }) => txid),
    )
    .orderBy('output_index')
    .execute()

  return rows.map((row) => ({
    txid: row.txid,
    height: row.block_height,
    sentAt: row.sent_at,
    outputs: outputs
      .filter(({ txid }) => txid === row.txid)
      .map(({ coin, address, units }) => ({ coin, address, units })),
  }))
}
