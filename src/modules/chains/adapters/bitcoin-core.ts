import type { Coin } from '#lib/currencies.ts'
import { parseCursor } from './bitcoin-core-cursor.ts'
import { createMempoolReader } from './bitcoin-core-mempool.ts'
import { createCoreNode } from './bitcoin-core-node.ts'
import { observeBlocks } from './bitcoin-core-observe.ts'
import { createCorePayoutCalls } from './bitcoin-core-payouts.ts'
import { CoreRpcError } from './bitcoin-core-replies.ts'
import { type BitcoinCoreOptions, createCoreRpc } from './bitcoin-core-rpc.ts'
import type { BitcoinScan } from './bitcoin-core-scan.ts'
import { listSightings, mapTargets, toChainTransaction } from './bitcoin-transactions.ts'
import { type ChainProvider, ChainProviderError } from './chain-provider.ts'

/**
 * Reads Bitcoin from the operator's own Bitcoin Core by JSON-RPC, without a wallet, so that no
 * other party learns an address. It reads each block once, so each observation needs every watched
 * address. It works pruned; `txindex=1` is needed to find transactions whose outputs are all spent.
 */
export function createBitcoinCore(options: BitcoinCoreOptions): ChainProvider {
  const { name, network } = options
  const rpc = createCoreRpc(options)
  const node = createCoreNode(rpc, options)
  const payouts = createCorePayoutCalls(rpc, node, options)
  const scan: BitcoinScan = {
    rpc,
    network,
    readTip: node.readTip,
    name,
    partial: new Map(),
    readMempool: createMempoolReader(rpc),
    readLowestHeight: async () => (await node.readChain()).pruneheight ?? 0,
  }

  /** Reports a refusal of Core's as a provider that gave no answer. */
  const translate =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      call(...args).catch((cause: unknown) => {
        if (!(cause instanceof CoreRpcError)) throw cause
        throw new ChainProviderError('invalid', `${name} answered: ${cause.message}`, { cause })
      })

  const readBalance = async (_: Coin, address: string, height?: number) => {
    const tip = await node.readTip()
    if (height !== undefined && height > tip.height)
      throw new ChainProviderError('behind', `${name} doesn’t have block ${height} yet`)
    if (height !== undefined && height < tip.height)
      throw new ChainProviderError('invalid', `${name} knows balances of its newest block only`)

    const found = await payouts.scanUnspent(address)
    return { units: found.total_amount, block: await node.readHeader(found.bestblock) }
  }

  return {
    chain: 'bitcoin',
    name,
    simulated: false,
    readsBlocks: true,
    readTip: translate(node.readTip),
    observe: translate(async (targets, cursor) =>
      observeBlocks(scan, targets, parseCursor(cursor)),
    ),

    findPayments: translate(async (txid, target) => {
      const scripts = mapTargets([target], network)
      await node.readChain()
      const found = await node.findTransaction(txid)
      return found ? listSightings(found, scripts) : []
    }),

    findTransaction: translate(async (txid) => {
      await node.readChain()
      const found = await node.findTransaction(txid)
      return found && toChainTransaction(found, await node.readTip(), network)
    }),

    readBalance: translate(readBalance),
    listUnspent: translate(payouts.listUnspent),
    estimateFeeRates: translate(payouts.estimateFeeRates),
    readRawTransaction: translate(payouts.readRawTransaction),
    broadcast: translate(payouts.broadcast),
  }
}
