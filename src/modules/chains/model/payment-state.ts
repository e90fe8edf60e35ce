/** The states of what is expected on chain; docs in the module's README. */
export type PaymentState =
  | 'awaiting'
  | 'confirming'
  | 'confirmed'
  | 'expired'
  | 'unconfirmed'
  | 'credited'
  | 'reversed'
  | 'refused'
export type PaymentFlag = 'none' | 'partial' | 'over' | 'late'

/** An amount that is expected at an address until a time. */
export type ExpectedPayment = {
  dueUnits: bigint
  /** The difference, either way, up to which the amount still counts as exact. */
  toleranceBps: number
  /** The end of the quote: a payment first seen later counts as late. */
  lockUntil: Date
  /** Until then a payment can confirm. */
  watchUntil: Date
  state: PaymentState
  flag: PaymentFlag
}

/** One payment as the providers show it now. */
export type ObservedPayment = {
  units: bigint
  firstSeenAt: Date
  /** It has the confirmations that its value needs. */
  isConfirmed: boolean
  /** No provider shows it any more. */
  isGone: boolean
}

export type PaymentStep = {
  state: PaymentState
  flag: PaymentFlag
  paidUnits: bigint
  confirmedUnits: bigint
  /** The units missing to the lowest amount that counts as exact. */
  shortUnits: bigint
  /** The units paid above the amount, once they are above the tolerance. */
  overUnits: bigint
}

export const PAYMENT_TOLERANCE_BPS = 50
const BPS = 10_000n

const sumUnits = (payments: readonly ObservedPayment[]): bigint =>
  payments.reduce((sum, { units }) => sum + units, 0n)

/**
 * Returns the state that the payments put an expectation in now. It is computed from all payments
 * each time, so that a reorganisation or a replacement takes a state back. What staff decided
 * stays, except that a credited payment the chain no longer shows is reversed: an alert, which
 * debits no member.
 */
export function computePaymentState(
  expected: ExpectedPayment,
  payments: readonly ObservedPayment[],
  now: Date,
): PaymentStep {
  const shown = payments.filter(({ isGone }) => !isGone)
  const paidUnits = sumUnits(shown)
  const confirmedUnits = sumUnits(shown.filter(({ isConfirmed }) => isConfirmed))
  const inTimeUnits = sumUnits(shown.filter(({ firstSeenAt }) => firstSeenAt <= expected.lockUntil))

  const tolerance = (expected.dueUnits * BigInt(expected.toleranceBps)) / BPS
  const minUnits = expected.dueUnits - tolerance
  const isOver = paidUnits > expected.dueUnits + tolerance
  const amounts: Amounts = { paidUnits, confirmedUnits, inTimeUnits, minUnits, isOver }

  return {
    ...decide(expected, amounts, now),
    paidUnits,
    confirmedUnits,
    shortUnits: minUnits > paidUnits ? minUnits - paidUnits : 0n,
    overUnits: isOver ? paidUnits - expected.dueUnits : 0n,
  }
}

type Amounts = {
  paidUnits: bigint
  confirmedUnits: bigint
  inTimeUnits: bigint
  minUnits: bigint
  isOver: boolean
}
type StateAndFlag = Pick<PaymentStep, 'state' | 'flag'>

function decide(expected: ExpectedPayment, amounts: Amounts, now: Date): StateAndFlag {
  const { paidUnits, confirmedUnits, inTimeUnits, minUnits, isOver } = amounts
  const { state, flag } = expected
  if (state === 'credited' && paidUnits < minUnits) return { state: 'reversed', flag }
  if (state === 'credited' || state === 'reversed' || state === 'refused') return { state, flag }

  const isLockOver = now > expected.lockUntil
  if (paidUnits === 0n) return { state: isLockOver ? 'expired' : 'awaiting', flag: 'none' }
  if (paidUnits < minUnits) return { state: isLockOver ? 'expired' : 'awaiting', flag: 'partial' }

  const isConfirmed = confirmedUnits >= minUnits
  if (inTimeUnits < minUnits) return { state: isConfirmed ? 'confirmed' : 'expired', flag: 'late' }

  const amountFlag = isOver ? 'over' : 'none'
  if (isConfirmed) return { state: 'confirmed', flag: amountFlag }
  return { state: now > expected.watchUntil ? 'unconfirmed' : 'confirming', flag: amountFlag }
}
