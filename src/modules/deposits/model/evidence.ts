import { MINUTE_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { CoinUnits } from '#lib/money.ts'
import { PAYMENT_TOLERANCE_BPS } from '#modules/chains/model.ts'
import { type DepositPayment, findLastPayment } from './payments.ts'
import type { DepositArrival } from './received-amount.ts'

/**
 * The filters of the list by what the blockchain shows: a payment, one that is not confirmed yet,
 * only confirmed ones, providers that disagree, a payment that is gone, or no payment at all.
 */
export const EVIDENCE_FILTERS = [
  'shown',
  'confirming',
  'confirmed',
  'disputed',
  'gone',
  'none',
] as const
export type EvidenceFilter = (typeof EVIDENCE_FILTERS)[number]

/** A payment as it is known when a deposit is confirmed on evidence. */
type CheckedPayment = {
  confirmations: number
  /** 0: its block must be final. */
  needed: number
  settled: boolean
  gone: boolean
  disputed: boolean
  neededProviders: number
  providers: readonly string[]
  answeredAt: Date | null
}

/** An answer of a provider that is older than this does not count. */
const ANSWER_COUNTS_MS = 5 * MINUTE_MS

export type SomePayments = readonly [DepositPayment, ...DepositPayment[]]

/** Returns payments on chain as the arrival of a deposit, named by its first output. */
export function toChainArrival(payments: SomePayments): DepositArrival & { arrivedAt: Date } {
  const [{ coin, txid, outputIndex }] = payments
  return {
    currency: coin,
    amount: sumUnits(payments),
    source: coin,
    reference: txid,
    outputIndex,
    arrivedAt: findLastPayment(payments).arrivedAt,
  }
}

export const sumUnits = (payments: readonly { units: CoinUnits }[]): CoinUnits =>
  payments.reduce((sum, { units }) => sum + units, 0n)

const TOLERANCE = BigInt(PAYMENT_TOLERANCE_BPS)
const ALL_BPS = 10_000n

/** Returns whether what arrived is the quoted coin, within 0.5% either way. */
export function isAsQuoted(units: CoinUnits, quoted: CoinUnits): boolean {
  const difference = units < quoted ? quoted - units : units - quoted
  return difference * ALL_BPS <= quoted * TOLERANCE
}

/** Returns why payments can't be credited on evidence now; null where they can. */
export function findEvidenceProblem(
  payments: readonly CheckedPayment[],
  now: Date,
): DomainError | null {
  for (const payment of payments) {
    const problem = findProblem(payment, now)
    if (problem) return problem
  }

  return null
}

function findProblem(payment: CheckedPayment, now: Date): DomainError | null {
  const { confirmations, needed, providers, neededProviders, answeredAt } = payment
  if (payment.gone) return createPaymentGoneError()
  if (payment.disputed)
    return createProblem(
      'evidence_disputed',
      'The providers disagree about this payment. Nothing was credited. Wait until they agree, ' +
        'or check the transaction in a block explorer.',
    )
  if (answeredAt === null || now.getTime() - answeredAt.getTime() > ANSWER_COUNTS_MS)
    return createProblem(
      'evidence_unknown',
      'No provider of the blockchain answers at the moment, so it is not known yet how many ' +
        'confirmations the payment has. Nothing was credited. Please try again later.',
    )
  if (payment.settled) return null
  if (providers.length < neededProviders)
    return createProblem(
      'not_confirmed_yet',
      `This amount needs ${neededProviders} providers that show the payment; ` +
        `${providers.length} does at the moment. Nothing was credited.`,
    )
  return createProblem(
    'not_confirmed_yet',
    needed === 0
      ? 'The block of this payment is not final yet. Nothing was credited.'
      : `The payment has ${confirmations} of ${needed} confirmations. Nothing was credited.`,
  )
}

/** Returns the error for a deposit whose payment the chain no longer shows. */
export const createPaymentGoneError = () =>
  createProblem(
    'payment_gone',
    'The blockchain no longer shows this payment: it was replaced, dropped or reorganised. ' +
      'Nothing was credited.',
  )

const createProblem = (code: string, message: string) => new DomainError(code, 409, message)
