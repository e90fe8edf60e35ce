import { DAY_MS } from '#lib/dates.ts'
import { formatGroupedAmount } from '#lib/money.ts'
import type { Check } from '#modules/transactions/model.ts'
import { isAfterQuote } from './arrival.ts'
import type { ChainFacts, DepositFacts, ProofFacts } from './deposit-facts.ts'

const KILOBYTE = 1_000

const shortenAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-6)}`

/** Returns the checks before a deposit is confirmed, each with its evidence. */
export const buildDepositChecks = (facts: DepositFacts): Check[] => [
  buildAddressCheck(facts),
  {
    what: 'No other open quote has this amount',
    verdict: 'ok',
    evidence: `${formatGroupedAmount(facts.coinAmount, facts.coin)} ${facts.coin}`,
  },
  buildTimeCheck(facts),
  ...buildAgeChecks(facts),
  ...buildAmountChecks(facts),
  buildProofCheck(facts),
  buildChainCheck(facts.chain),
]

function buildChainCheck({ simulated, confirmed, problem }: ChainFacts): Check {
  if (problem)
    return { what: 'Not confirmed on the blockchain yet', verdict: 'review', evidence: problem }
  if (confirmed) return { what: 'Confirmed on the blockchain', verdict: 'ok', evidence: confirmed }
  return {
    what: 'Seen on the blockchain',
    verdict: 'none',
    evidence: simulated ? 'simulated in the sandbox' : 'entered by you',
  }
}

const buildAddressCheck = ({ addressIsCurrent, address }: DepositFacts): Check => ({
  what: addressIsCurrent ? 'Deposit address is ours' : 'Deposit address has since been replaced',
  verdict: addressIsCurrent ? 'ok' : 'review',
  evidence: shortenAddress(address),
})

function buildTimeCheck({ arrivedAt, endedAt }: DepositFacts): Check {
  if (!arrivedAt)
    return {
      what: 'Time of payment not known',
      verdict: 'review',
      evidence: 'enter it when confirming',
    }

  const late = isAfterQuote(arrivedAt, endedAt)

  return {
    what: late
      ? 'Payment first seen after the quote expired'
      : 'Payment first seen while the rate was locked',
    verdict: late ? 'review' : 'ok',
    evidence: late ? 'credited at the rate when first seen' : 'credited at the locked rate',
  }
}

/** Names the age of a quote that is older than a day. */
function buildAgeChecks({ createdAt, now }: DepositFacts): Check[] {
  const days = Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS)
  if (days < 1) return []

  return [
    {
      what: 'Quote is older than a day',
      verdict: 'review',
      evidence: `created ${days} ${days === 1 ? 'day' : 'days'} ago`,
    },
  ]
}

const buildAmountChecks = ({ deviates }: DepositFacts): Check[] =>
  deviates
    ? [
        {
          what: 'More than 5% off the quoted amount',
          verdict: 'review',
          evidence: 'needs a second admin',
        },
      ]
    : []

function buildProofCheck({ proof, sameProof, chain }: DepositFacts): Check {
  if (!proof && chain.confirmed)
    return { what: 'No proof of payment', verdict: 'none', evidence: 'not needed' }
  if (!proof) return { what: 'No proof of payment', verdict: 'review', evidence: 'not uploaded' }

  const [other] = sameProof
  if (other)
    return {
      what: 'Same proof uploaded for another deposit',
      verdict: 'review',
      evidence: other,
    }

  return {
    what: 'Proof not used for another deposit',
    verdict: 'ok',
    evidence: describeFile(proof),
  }
}

const describeFile = ({ type, bytes }: ProofFacts) =>
  `${type.replace(/^.*\//, '').toUpperCase()}, ${Math.ceil(bytes / KILOBYTE)} KB`
