import { decodeTronAddress, encodeTronAddress } from '#lib/addresses.ts'
import type { ChainProvider } from './chain-provider.ts'
import { createEvmProvider, type EvmProviderOptions } from './evm-provider.ts'

export const TRON_MAINNET = {
  chainId: 728_126_428n,
  usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
}

type Options = EvmProviderOptions & {
  chainId: bigint
  /** The contract of USDT, as a TRON address. */
  usdt: string
}

/**
 * Reads USDT (TRC-20) from java-tron's JSON-RPC, which is Ethereum's with 20-byte addresses:
 * `finalized` is its newest solidified block, and balances are those of its newest block. TRX is
 * not watched.
 */
export const createTronRpc = ({ chainId, usdt, rpc, ...options }: Options): ChainProvider =>
  createEvmProvider(
    {
      chain: 'tron',
      chainId,
      token: decodeTronAddress(usdt),
      ether: false,
      toHexAddress: decodeTronAddress,
      fromHexAddress: encodeTronAddress,
      maxTipAgeMs: 3 * 60_000,
      hasPastState: false,
      maxBlocks: 20_000,
    },
    // whether a node takes batches depends on its version and settings
    { ...options, rpc: { batchSize: 1, ...rpc } },
  )
