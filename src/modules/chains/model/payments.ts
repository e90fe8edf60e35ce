import type { Coin } from '#lib/currencies.ts'

/** The chains that coins are paid on. USDT is on Ethereum (ERC-20) or on TRON (TRC-20). */
export const CHAINS = ['bitcoin', 'ethereum', 'tron'] as const
export type ChainName = (typeof CHAINS)[number]

/** A block, by its height and hash. The hash is 64 hex digits in lower case, without 0x. */
export type BlockRef = { height: number; hash: string; at: Date }

/** The newest block of a chain, and the height up to which blocks no longer change. */
export type ChainTip = BlockRef & {
  /** Ethereum: `finalized`; TRON: solidified. null on a chain without finality. */
  finalHeight: number | null
}

/**
 * The trace that a payment was found by: a Bitcoin output, a token's transfer log, an Ethereum
 * transaction or a call inside one, or a balance that grew without any of them.
 */
export type PaymentTrace = 'output' | 'log' | 'transaction' | 'balance'

/** A payment to an address as one provider sees it. */
export type PaymentSighting = {
  coin: Coin
  /** 64 hex digits in lower case, without 0x. For `balance`, the hash of the block. */
  txid: string
  outputIndex: number
  address: string
  /** In the coin's booked minor units (`COIN_TABLE`); what is below one is left out. */
  units: bigint
  /** null while it is in the mempool. */
  block: BlockRef | null
  /** In the mempool, and its sender may replace it (BIP 125). */
  replaceable: boolean
  trace: PaymentTrace
}

/** Returns the confirmations of a block: 1 in the newest one, 0 in the mempool. */
export const countConfirmations = (height: number | null, tipHeight: number): number =>
  height === null ? 0 : Math.max(0, tipHeight - height + 1)
