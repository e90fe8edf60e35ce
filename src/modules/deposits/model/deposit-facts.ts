import type { Coin, CoinUnits } from '#lib/money.ts'

export type ProofFacts = { type: string; bytes: number }

export type DepositFacts = {
  coin: Coin
  coinAmount: CoinUnits
  /** The time the payment was first seen; null while unknown. */
  arrivedAt: Date | null
  createdAt: Date
  endedAt: Date
  now: Date
  /** True if the payment is more than 5% away from the quote. */
  deviates: boolean
  /** The quoted address is the one that receives payments now. */
  addressIsCurrent: boolean
  address: string
  proof: ProofFacts | null
  /** The ids of other deposits with the same proof. */
  sameProof: readonly string[]
  chain: ChainFacts
}

/** The facts that the chain shows of the confirmed payment. */
export type ChainFacts = {
  simulated: boolean
  /** Its confirmations in words; null where the chain shows no payment. */
  confirmed: string | null
  /** Why it can't be credited yet; null where it can. */
  problem: string | null
}
