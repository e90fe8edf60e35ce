import type { Coin, CoinUnits } from '#lib/money.ts'
import type { Check } from '#modules/transactions/model.ts'
import { formatCoinAmount } from './quote.ts'

type ProofFacts = { type: string; bytes: number }

type DepositFacts = {
  coin: Coin
  coinAmount: CoinUnits
  late: boolean
  /** The quoted address is the one that receives payments now. */
  addressIsCurrent: boolean
  address: string
  proof: ProofFacts | null
  /** The ids of other deposits with the same proof. */
  sameProof: readonly string[]
  simulated: boolean
}

const KILOBYTE = 1_000

const shortenAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-6)}`

/** Returns the checks before a deposit is confirmed, each with its evidence. */
export const buildDepositChecks = (facts: DepositFacts): Check[] => [
  buildAddressCheck(facts),
  {
    what: 'No other open quote asks for this amount',
    verdict: 'ok',
    evidence: `${formatCoinAmount(facts.coinAmount, facts.coin)} ${facts.coin}`,
  },
  buildTimeCheck(facts),
  buildProofCheck(facts),
  {
    what: 'Seen on the chain',
    verdict: 'none',
    evidence: facts.simulated ? 'no chain in the sandbox' : 'you say what arrived',
  },
]

const buildAddressCheck = ({ addressIsCurrent, address }: DepositFacts): Check => ({
  what: addressIsCurrent
    ? 'The quoted address is ours'
    : 'The quoted address has been replaced since',
  verdict: addressIsCurrent ? 'ok' : 'review',
  evidence: shortenAddress(address),
})

const buildTimeCheck = ({ late }: DepositFacts): Check => ({
  what: late ? 'Reported after the quote had ended' : 'Reported while the rate was locked',
  verdict: late ? 'review' : 'ok',
  evidence: late ? 'credited at the rate when reported' : 'credited at the locked rate',
})

function buildProofCheck({ proof, sameProof }: DepositFacts): Check {
  if (!proof) return { what: 'No proof of payment', verdict: 'review', evidence: 'not uploaded' }

  const [other] = sameProof
  if (other)
    return {
      what: 'The same file came with another deposit',
      verdict: 'review',
      evidence: other,
    }

  return { what: 'No other deposit has this proof', verdict: 'ok', evidence: describeFile(proof) }
}

const describeFile = ({ type, bytes }: ProofFacts) =>
  `${type.replace(/^.*\//, '').toUpperCase()}, ${Math.ceil(bytes / KILOBYTE)} KB`
