import { toChecksumAddress } from '#lib/addresses.ts'
import type { ChainProvider } from './chain-provider.ts'
import { createEvmProvider, type EvmProviderOptions } from './evm-provider.ts'

export const ETHEREUM_MAINNET = {
  chainId: 1n,
  usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
}

type Options = EvmProviderOptions & {
  chainId: bigint
  /** The contract of USDT on that chain. */
  usdt: string
}

/**
 * Reads USDT (ERC-20) and ETH from an Ethereum node or a service with its JSON-RPC.
 *
 * - USDT: transfer logs of the exact contract. The output index is the place of the log in its
 *   transaction, which stays when another block includes the transaction.
 * - ETH: output 0 is the transaction, output n the nth call inside it. Ether that a contract sent
 *   and the node can't trace has the hash of its block as transaction id and an output index that
 *   is computed from the address (`ether-scan.ts`).
 *
 * The mempool is not scanned. A node that stores the state of 128 blocks is enough, unless a watch
 * begins at an older block.
 */
export const createEthereumRpc = ({ chainId, usdt, ...options }: Options): ChainProvider =>
  createEvmProvider(
    {
      chain: 'ethereum',
      chainId,
      token: usdt.toLowerCase(),
      ether: true,
      toHexAddress: (address) => address.toLowerCase(),
      fromHexAddress: toChecksumAddress,
      maxTipAgeMs: 10 * 60_000,
      hasPastState: true,
      maxBlocks: 5_000,
    },
    options,
  )
