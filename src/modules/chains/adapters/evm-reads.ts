import { z } from 'zod'
import { ChainProviderError } from './chain-provider.ts'
import {
  blockSchema,
  type EvmBlock,
  type EvmHeader,
  type EvmReceipt,
  type EvmTransaction,
  evm,
  headerSchema,
  nullableTransaction,
  receiptSchema,
} from './evm-schemas.ts'
import type { JsonRpc } from './json-rpc.ts'
import { RpcAnswerError } from './rpc-answer-error.ts'

export const toHex = (value: number | bigint): string => `0x${value.toString(16)}`

/** Full blocks are large, so few of them are read in one request. */
const BLOCKS_AT_ONCE = 4

export type EvmReads = ReturnType<typeof createEvmReads>

/** Returns the reads of a node with Ethereum's JSON-RPC. A block that it lacks is 'not yet'. */
export const createEvmReads = (rpc: JsonRpc) => ({
  ...createNodeReads(rpc),
  ...createBlockReads(rpc),
  ...createTransactionReads(rpc),
})

function createBlockReads(rpc: JsonRpc) {
  const readHeaders = async (heights: readonly number[]): Promise<EvmHeader[]> => {
    const calls = heights.map((height) => ({
      method: 'eth_getBlockByNumber',
      params: [toHex(height), false],
    }))
    const headers = await rpc.sendAll(calls, headerSchema.nullable())

    return heights.map((height, index) => assertBlock(headers[index], height))
  }

  return {
    readHeaders,
    readHeader: async (height: number): Promise<EvmHeader> =>
      (await readHeaders([height]))[0] as EvmHeader,

    /** Returns the height of a block by its hash; null if the node doesn't know it. */
    findHeightOfBlock: async (hash: string): Promise<number | null> =>
      (await rpc.send('eth_getBlockByHash', [`0x${hash}`, false], headerSchema.nullable()))
        ?.number ?? null,

    /** Returns the blocks from a height to another with their transactions. */
    readBlocks: async (from: number, to: number): Promise<EvmBlock[]> => {
      const blocks: EvmBlock[] = []
      for (let at = from; at <= to; at += BLOCKS_AT_ONCE) {
        const heights = listHeights(at, Math.min(at + BLOCKS_AT_ONCE - 1, to))
        const calls = heights.map((height) => ({
          method: 'eth_getBlockByNumber',
          params: [toHex(height), true],
        }))
        const found = await rpc.sendAll(calls, blockSchema.nullable())
        blocks.push(...heights.map((height, index) => assertBlock(found[index], height)))
      }

      return blocks
    },
  }
}

function createTransactionReads(rpc: JsonRpc) {
  return {
    findTransaction: async (txid: string): Promise<EvmTransaction | null> =>
      rpc.send('eth_getTransactionByHash', [`0x${txid}`], nullableTransaction),

    /** Returns the receipts of mined transactions by their ids. */
    readReceipts: async (txids: readonly string[]): Promise<Map<string, EvmReceipt>> => {
      const unique = [...new Set(txids)]
      const calls = unique.map((txid) => ({
        method: 'eth_getTransactionReceipt',
        params: [`0x${txid}`],
      }))
      const receipts = await rpc.sendAll(calls, receiptSchema.nullable())

      return new Map(
        unique.map((txid, index) => [txid, assertReceipt(receipts[index] ?? null, txid)]),
      )
    },

    /** Returns the balances in wei at a block. */
    readEther: async (addresses: readonly string[], height: number): Promise<bigint[]> =>
      rpc.sendAll(
        addresses.map((address) => ({
          method: 'eth_getBalance',
          params: [address, toHex(height)],
        })),
        evm.quantity,
      ),

    /** Returns a token balance; `block` is a height as hex or 'latest'. */
    readToken: async (token: string, address: string, block: string): Promise<bigint> =>
      rpc.send(
        'eth_call',
        [{ to: token, data: `0x70a08231${address.slice(2).padStart(64, '0')}` }, block],
        z
          .string()
          .regex(/^0x[0-9a-f]{64}$/i)
          .transform((word) => BigInt(word)),
      ),
  }
}

function createNodeReads(rpc: JsonRpc) {
  return {
    readChainId: async (): Promise<bigint> => rpc.send('eth_chainId', [], evm.quantity),

    isSyncing: async (): Promise<boolean> =>
      (await rpc.send('eth_syncing', [], z.union([z.literal(false), z.looseObject({})]))) !== false,

    /** Returns the newest block. Throws `behind` while the node has none. */
    readHead: async (): Promise<EvmHeader> => {
      const head = await rpc.send(
        'eth_getBlockByNumber',
        ['latest', false],
        headerSchema.nullable(),
      )
      if (!head) throw new ChainProviderError('behind', 'the node has no block yet')
      return head
    },

    /** Returns the height of the newest final block; null where none is known. */
    readFinalHeight: async (): Promise<number | null> => {
      const params = ['finalized', false]

      try {
        return (
          (await rpc.send('eth_getBlockByNumber', params, headerSchema.nullable()))?.number ?? null
        )
      } catch (error) {
        if (error instanceof RpcAnswerError) return null
        throw error
      }
    },
  }
}

/** Returns the heights from one to another, both included. */
export const listHeights = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

function assertBlock<Block extends EvmHeader>(block: Block | null | undefined, height: number) {
  if (!block) throw new ChainProviderError('behind', `block ${height} is not there yet`)
  if (block.number !== height)
    throw new ChainProviderError('invalid', `answered block ${block.number} instead of ${height}`)
  return block
}

function assertReceipt(receipt: EvmReceipt | null, txid: string): EvmReceipt {
  if (!receipt) throw new ChainProviderError('behind', 'a receipt is not there yet')
  if (receipt.transactionHash !== txid)
    throw new ChainProviderError('invalid', 'answered the receipt of another transaction')
  return receipt
}
