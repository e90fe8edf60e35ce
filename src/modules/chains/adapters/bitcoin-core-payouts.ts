import { readTransactionId } from '../model/bitcoin-transactions.ts'
import type { BlockRef } from '../model.ts'
import * as answers from './bitcoin-core-answers.ts'
import type { CoreNode } from './bitcoin-core-node.ts'
import { CoreRpcError } from './bitcoin-core-replies.ts'
import type { BitcoinCoreOptions, CoreRpc } from './bitcoin-core-rpc.ts'
import { mapTargets } from './bitcoin-transactions.ts'
import { ChainProviderError, type UnspentOutput } from './chain-provider.ts'

/** A scan of all unspent outputs takes minutes. */
const UTXO_SCAN_MS = 300_000
const FEE_TARGETS = [1, 3, 6, 144]

/** Error codes of `sendrawtransaction`. */
const REJECTED = new Set([-22, -25, -26])
const ALREADY_MINED = -27
const KNOWN = /already.*(known|mempool)/i

/** Makes the calls for payouts and reserves: what an address has, at which fee, and sending. */
export function createCorePayoutCalls(rpc: CoreRpc, node: CoreNode, options: BitcoinCoreOptions) {
  const { name, network } = options

  const scanUnspent = async (address: string) => {
    mapTargets([{ coin: 'BTC', address, fromHeight: 0 }], network)
    await node.readChain()
    const params = ['start', [`addr(${address})`]]
    return rpc.call('scantxoutset', params, answers.utxoScan, UTXO_SCAN_MS)
  }

  const readBlocks = async (heights: ReadonlySet<number>): Promise<Map<number, BlockRef>> => {
    const blocks = new Map<number, BlockRef>()
    for (const height of heights) {
      const hash = await rpc.call('getblockhash', [height], answers.hash)
      blocks.set(height, await node.readHeader(hash))
    }
    return blocks
  }

  return {
    scanUnspent,

    listUnspent: async (address: string): Promise<UnspentOutput[]> => {
      const { unspents } = await scanUnspent(address)
      const blocks = await readBlocks(new Set(unspents.map(({ height }) => height)))

      return unspents.map(({ txid, vout, amount, height }) => ({
        txid,
        outputIndex: vout,
        address,
        units: amount,
        block: blocks.get(height) ?? null,
      }))
    },

    estimateFeeRates: async (): Promise<Map<number, number>> => {
      const calls = FEE_TARGETS.map((blocks) => [blocks])
      const found = await rpc.batch('estimatesmartfee', calls, answers.feeEstimate)

      return new Map(
        FEE_TARGETS.flatMap((blocks, index) => {
          const unitsPerThousand = found[index]?.feerate
          return unitsPerThousand === undefined ? [] : [[blocks, Number(unitsPerThousand) / 1_000]]
        }),
      )
    },

    readRawTransaction: async (txid: string): Promise<string> => {
      const found = await node.findTransaction(txid)
      const params = found?.block ? [txid, false, found.block.hash] : [txid, false]
      const rawHex = await rpc.call('getrawtransaction', params, answers.rawTransaction)
      if (readTransactionId(rawHex) !== txid)
        throw new ChainProviderError('invalid', `${name} answered another transaction`)

      return rawHex
    },

    broadcast: (rawHex: string) => broadcast(rpc, node, rawHex, name),
  }
}

/** Sends a transaction; one that the node has already counts as sent. */
async function broadcast(
  rpc: CoreRpc,
  node: CoreNode,
  rawHex: string,
  name: string,
): Promise<string> {
  const txid = readTransactionId(rawHex)
  await node.readChain()

  try {
    await rpc.call('sendrawtransaction', [rawHex], answers.hash)
  } catch (error) {
    if (!(error instanceof CoreRpcError)) throw error
    if (error.code !== ALREADY_MINED && !KNOWN.test(error.message))
      throw new ChainProviderError(
        REJECTED.has(error.code) ? 'rejected' : 'invalid',
        `${name} refused it: ${error.message.slice(0, 300)}`,
      )
  }

  return txid
}
