import type { CoinUnits } from '#lib/money.ts'

/** An unsigned Bitcoin transaction for a batch, with the id that it has once it is signed. */
export type BitcoinDraft = {
  txid: string
  psbt: Uint8Array
  /** Satoshis for 1,000 virtual bytes. */
  feeRate: bigint
  fee: CoinUnits
  inputs: readonly { txid: string; outputIndex: number; address: string; units: CoinUnits }[]
  change: { address: string; units: CoinUnits } | null
}
