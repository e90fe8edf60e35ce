import type { Coin } from '#lib/currencies.ts'
import type { NeededConfirmations } from './confirmations.ts'
import type { BlockRef, ChainName, ChainTip, PaymentTrace } from './payments.ts'
import type { ProviderStatus } from './provider-health.ts'

/** A payment to a watched address. */
export type ChainPayment = {
  id: string
  chain: ChainName
  coin: Coin
  txid: string
  outputIndex: number
  address: string
  units: bigint
  firstSeenAt: Date
  revision: bigint
}

/** The payment as one configured provider shows it. */
export type ProviderEvidence = {
  provider: string
  simulated: boolean
  status: ProviderStatus
  tip: Pick<ChainTip, 'height' | 'finalHeight'> | null
  /** `none`: it never showed the payment; `gone`: it no longer does. */
  shows: 'block' | 'mempool' | 'gone' | 'none'
  block: BlockRef | null
  replaceable: boolean
  trace: PaymentTrace | null
  seenAt: Date | null
  goneAt: Date | null
}

export type PaymentEvidence = ChainPayment & { providers: readonly ProviderEvidence[] }

/** Why a payment doesn't count as confirmed yet, although its block has enough confirmations. */
export type EvidenceProblem = 'disputed' | 'one-provider'

export type PaymentAssessment = {
  /** The lowest count among the providers that agree; 0 in the mempool. */
  confirmations: number
  needed: NeededConfirmations
  /** Providers that show it in the same block with enough confirmations. */
  agreeing: number
  neededProviders: 1 | 2
  /** The block that most providers show; null in the mempool. */
  block: BlockRef | null
  isFinal: boolean
  /** In the mempool of each provider that shows it, and its sender may replace it. */
  isReplaceable: boolean
  /** No provider that counts shows it any more. */
  isGone: boolean
  problem: EvidenceProblem | null
  isConfirmed: boolean
}
