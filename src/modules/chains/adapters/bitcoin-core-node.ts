import { BITCOIN_NETWORKS } from '../model/bitcoin-networks.ts'
import type { BlockRef, ChainTip } from '../model.ts'
import * as answers from './bitcoin-core-answers.ts'
import { toTransaction } from './bitcoin-core-blocks.ts'
import { CoreRpcError } from './bitcoin-core-replies.ts'
import type { BitcoinCoreOptions, CoreRpc } from './bitcoin-core-rpc.ts'
import type { BitcoinTransaction } from './bitcoin-transactions.ts'
import { ChainProviderError } from './chain-provider.ts'

/** Headers that the node has and blocks that it hasn't, before it counts as behind. */
const MAX_MISSING_BLOCKS = 2
/** Outputs among which an unspent one is searched, to find the block of a transaction. */
const SEARCHED_OUTPUTS = 100
const NOT_FOUND = -5

/** Reads the state of a node, blocks and transactions. */
export function createCoreNode(rpc: CoreRpc, { name, network }: BitcoinCoreOptions) {
  /** Throws unless the node serves the network and has loaded its blocks. */
  const readChain = async () => {
    const info = await rpc.call('getblockchaininfo', [], answers.chainInfo)
    if (info.chain !== BITCOIN_NETWORKS[network].coreName)
      throw new ChainProviderError('invalid', `${name} serves another chain than ${network}`)
    if (info.initialblockdownload || info.headers - info.blocks > MAX_MISSING_BLOCKS)
      throw new ChainProviderError(
        'behind',
        `${name} has block ${info.blocks} of ${info.headers} and is still loading`,
      )

    return info
  }

  const readHeader = async (hash: string): Promise<BlockRef> => {
    const { height, time } = await rpc.call('getblockheader', [hash], answers.header)
    return { height, hash, at: new Date(time * 1_000) }
  }

  const readTransaction = async (txid: string, blockHash?: string) => {
    const params = blockHash ? [txid, true, blockHash] : [txid, true]
    const found = await rpc.call('getrawtransaction', params, answers.transaction)
    const block = found.blockhash ?? blockHash

    return toTransaction(found, block ? await readHeader(block) : null)
  }

  /** Returns the block of a transaction by one of its unspent outputs; null if all are spent. */
  const findBlockOfUnspent = async (txid: string): Promise<string | null> => {
    const calls = Array.from({ length: SEARCHED_OUTPUTS }, (_, index) => [txid, index, false])
    const found = (await rpc.batch('gettxout', calls, answers.output)).find(Boolean)
    if (!found || found.confirmations === 0) return null

    const { height } = await readHeader(found.bestblock)
    return rpc.call('getblockhash', [height - found.confirmations + 1], answers.hash)
  }

  return {
    readChain,
    readHeader,

    readTip: async (): Promise<ChainTip> => ({
      ...(await readHeader((await readChain()).bestblockhash)),
      finalHeight: null,
    }),

    /** Finds a transaction; null if the node has an index and none has this id. */
    findTransaction: async (txid: string): Promise<BitcoinTransaction | null> => {
      try {
        return await readTransaction(txid)
      } catch (error) {
        if (!(error instanceof CoreRpcError) || error.code !== NOT_FOUND) throw error
        if (hasIndex(error.message)) return null

        const blockHash = await findBlockOfUnspent(txid)
        if (blockHash) return await readTransaction(txid, blockHash)

        throw new ChainProviderError(
          'invalid',
          `${name} can’t say whether ${txid} exists: without txindex=1 it finds a transaction ` +
            'while an output is unspent',
        )
      }
    },
  }
}

export type CoreNode = ReturnType<typeof createCoreNode>

/** With an index, Core says that neither the mempool nor the chain has a transaction. */
const hasIndex = (message: string) => /no such mempool or blockchain transaction/i.test(message)
