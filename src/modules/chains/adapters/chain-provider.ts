import type { Coin } from '#lib/currencies.ts'
import type { CoinUnits } from '#lib/money.ts'
import type { Db } from '#platform/db/db.ts'
import type { BlockRef, ChainName, ChainTip, PaymentSighting } from '../model.ts'

/** An address to watch for payments in a coin. */
export type WatchTarget = {
  coin: Coin
  /** In its canonical spelling (`lib/addresses.ts`). */
  address: string
  /** The height of the first block that can contain a payment to it. */
  fromHeight: number
}

/** The answer of a provider about the targets, at one tip of its chain. */
export type ChainObservation = {
  tip: ChainTip
  /** Every payment to a target in the mempool or in a block from `completeFrom`. */
  payments: readonly PaymentSighting[]
  /** The first height of which no payment is left out. One that isn't listed does not exist. */
  completeFrom: number
  /** The state that the next call continues from; stored as JSON. */
  cursor: ChainCursor
}

export type ChainCursor = { readonly [key: string]: unknown }

/** An output of a transaction that pays an address. */
export type ChainTransfer = {
  coin: Coin
  address: string
  units: bigint
  outputIndex: number
}

/** A transaction as a provider shows it. */
export type ChainTransaction = {
  txid: string
  /** null while it is in the mempool. */
  block: BlockRef | null
  tip: ChainTip
  /** Bitcoin: signals that it can be replaced (BIP 125). */
  replaceable: boolean
  /** Ethereum and TRON: it ran and was reverted, so it paid nothing. */
  failed: boolean
  transfers: readonly ChainTransfer[]
  /** Ethereum, in a block: what its sender paid for it, in gwei rounded up. */
  fee?: CoinUnits
  /** The outputs that it spends, as `txid:index`; empty on chains with accounts. */
  spends: readonly string[]
}

/** An unspent output at a watched address, for a Bitcoin payout. */
export type UnspentOutput = {
  txid: string
  outputIndex: number
  address: string
  units: bigint
  block: BlockRef | null
}

/** A balance with the block that it was read at. */
export type ChainBalance = { units: bigint; block: BlockRef }

/**
 * A node or indexer of one chain. It only reads, and the same call after a crash gives the same
 * answer. Every call throws `ChainProviderError` when the provider can't be reached, is behind, or
 * answers what its documentation excludes: it never answers 'nothing' instead.
 */
export type ChainProvider = {
  readonly chain: ChainName
  /** Unique among the providers of a chain, without credentials; shown to staff. */
  readonly name: string
  /** The sandbox's simulated chain. */
  readonly simulated: boolean
  /**
   * It reads whole blocks, so that a call costs about the same for all addresses as for one. It is
   * called with every watched address each time, and with the cursor of its last answer. A new
   * address is first observed without a cursor, from its `fromHeight`, and then with the others
   * from a cursor that is older than that answer: nothing is left out between the two.
   *
   * A provider without it is called with the addresses that are due, and never with a cursor: it
   * returns every payment to each of them from its `fromHeight`.
   */
  readonly readsBlocks?: boolean

  /**
   * Returns whether an address is of its network, where networks have different addresses. The
   * sandbox has addresses of another one since its chain was simulated.
   */
  hasAddress?(address: string): boolean
  readTip(): Promise<ChainTip>
  /**
   * Returns the payments to the targets in the mempool and in the blocks that may have changed
   * since the cursor; without a cursor, in all blocks from the lowest `fromHeight`. After a
   * reorganisation `completeFrom` is at or below the first block that was replaced.
   */
  observe(targets: readonly WatchTarget[], cursor: ChainCursor | null): Promise<ChainObservation>
  /** Returns the payments of one transaction to an address now; empty if the chain has none. */
  findPayments(txid: string, target: WatchTarget): Promise<readonly PaymentSighting[]>
  /** Returns a transaction; null if neither the mempool nor the chain has it. */
  findTransaction(txid: string): Promise<ChainTransaction | null>
  /** Returns the balance of an address at a block, or at the tip. */
  readBalance(coin: Coin, address: string, height?: number): Promise<ChainBalance>

  /** Bitcoin only: the outputs that a payout can spend. */
  listUnspent?(address: string): Promise<readonly UnspentOutput[]>
  /** Bitcoin only: satoshis per virtual byte for a confirmation within so many blocks. */
  estimateFeeRates?(): Promise<ReadonlyMap<number, number>>
  /** Bitcoin only: the raw transaction as hex. */
  readRawTransaction?(txid: string): Promise<string>
  /** Sends a signed transaction and returns its id. Sending it again returns the same id. */
  broadcast?(rawHex: string): Promise<string>
}

/** Why a provider gave no answer that counts. */
export class ChainProviderError extends Error {
  override readonly name = 'ChainProviderError'
  /** `rejected`: the node refused a transaction. */
  readonly reason: 'unreachable' | 'behind' | 'invalid' | 'rejected'

  constructor(
    reason: ChainProviderError['reason'],
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
    this.reason = reason
  }
}

declare module '#platform/app.ts' {
  interface App {
    /** The configured providers of each chain, in order; the first is the primary one. */
    readonly chains: Readonly<Record<ChainName, readonly ChainProvider[]>>
    /** The only connections that may record what chains show, see the role `candor_watcher`. */
    readonly watcherDb: Db
  }
}

/** No provider is connected: nothing is known of any chain. */
export const NO_CHAINS: Readonly<Record<ChainName, readonly ChainProvider[]>> = {
  bitcoin: [],
  ethereum: [],
  tron: [],
}
