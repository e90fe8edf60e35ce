import type { BlockRef, ChainName, ChainTip } from '../model.ts'
import type { EvmReads } from './evm-reads.ts'
import type { EvmHeader } from './evm-schemas.ts'
import type { JsonRpc } from './json-rpc.ts'

/** Ether is booked in gwei, rounded down. */
export const WEI_PER_GWEI = 1_000_000_000n

/** A chain with Ethereum's JSON-RPC. */
export type EvmChain = {
  chain: ChainName
  /** The EIP-155 id that the node must answer. */
  chainId: bigint
  /** The exact contract of USDT, 0x in lower case. */
  token: string
  /** True if payments in the chain's own coin are watched as ETH. */
  ether: boolean
  /** Returns a canonical address as 0x in lower case. */
  toHexAddress: (address: string) => string
  fromHexAddress: (address: string) => string
  /** The age of the newest block from which the node counts as behind. */
  maxTipAgeMs: number
  /** True if the node answers state of earlier blocks. */
  hasPastState: boolean
  /** Blocks that one call of `observe` scans at most; the next call continues. */
  maxBlocks: number
}

export type EvmNode = {
  evm: EvmChain
  rpc: JsonRpc
  reads: EvmReads
  readTip: () => Promise<ChainTip>
}

export const toBlockRef = ({ number, hash, timestamp }: EvmHeader): BlockRef => ({
  height: number,
  hash,
  at: timestamp,
})
