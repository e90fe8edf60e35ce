import { DAY_MS } from '#lib/dates.ts'
import type { Coin, CoinUnits } from '#lib/money.ts'
import type { DepositStatus } from './status.ts'
import { isUnpaid } from './status.ts'
import type { UnmatchedReason } from './unmatched-reasons.ts'

/** A deposit that a payment to its address can belong to. */
export type PaymentCandidate = {
  id: string
  memberId: string
  coinAmount: CoinUnits
  status: DepositStatus
  createdAt: Date
  /** No other deposit has its amount. */
  amountReserved: boolean
  /** A payment belongs to it already. */
  hasPayment: boolean
}

/** The deposit of a payment; or why it has none, with the member who is proposed to staff. */
export type PaymentMatch =
  | { depositId: string; memberId: string; reason: null }
  | { depositId: null; memberId: string | null; reason: UnmatchedReason }

const reject = (reason: UnmatchedReason, memberId: string | null = null): PaymentMatch => ({
  depositId: null,
  memberId,
  reason,
})

const isPayable = ({ status }: PaymentCandidate) => isUnpaid(status) || status === 'pending'

/** The address of a quote that ended without a payment stays assigned for this time. */
const ADDRESS_ASSIGNED_MS = 60 * DAY_MS

/**
 * Returns the deposit of a payment to an address that one deposit uses at a time: the newest one,
 * unless its quote is older than 60 days. `candidates` are the deposits with this address, newest
 * first.
 */
export function matchOwnAddress(
  candidates: readonly PaymentCandidate[],
  firstSeenAt: Date,
): PaymentMatch {
  const [newest] = candidates
  if (!newest) return reject('unknown_address')

  const { id: depositId, memberId, createdAt } = newest
  if (isUnpaid(newest.status) && firstSeenAt.getTime() - createdAt.getTime() > ADDRESS_ASSIGNED_MS)
    return reject('lent_before', memberId)

  return isPayable(newest)
    ? { depositId, memberId, reason: null }
    : reject('already_decided', memberId)
}

/**
 * Returns the deposit of a payment to an address that all members share: the one with exactly its
 * amount. A reserved amount is unique; an older one counts where no other deposit has it.
 */
export function matchSharedAddress(
  candidates: readonly PaymentCandidate[],
  units: CoinUnits,
): PaymentMatch {
  const same = candidates.filter(({ coinAmount }) => coinAmount === units)
  const [decided] = same
  const open = same.filter((one) => isPayable(one) && !one.hasPayment)
  const reserved = open.filter(({ amountReserved }) => amountReserved)
  const [found, other] = reserved.length > 0 ? reserved : open

  if (found && !other) return { depositId: found.id, memberId: found.memberId, reason: null }
  if (found || !decided) return reject('unknown_amount')
  return reject('already_decided', decided.memberId)
}

/** Returns the later of a payment's first sighting and its quote: it can't arrive before. */
export const computeArrival = (firstSeenAt: Date, quotedAt: Date): Date =>
  firstSeenAt < quotedAt ? quotedAt : firstSeenAt

/** A payment on chain that counts for a deposit, with the rate it is credited at. */
export type DepositPayment = {
  id: string
  coin: Coin
  txid: string
  outputIndex: number
  units: CoinUnits
  arrivedAt: Date
  rate: bigint
}

/** Returns the payment that arrived last: it says whether a deposit is late. */
export const findLastPayment = <Payment extends Pick<DepositPayment, 'arrivedAt'>>(
  payments: readonly [Payment, ...Payment[]],
): Payment =>
  payments.reduce((last, one) => (one.arrivedAt > last.arrivedAt ? one : last), payments[0])

/**
 * Returns the outputs of several payments as two admins approve them; null for fewer than two. The
 * function `list_paid_outputs` builds the same text.
 */
export function formatPaidOutputs(payments: readonly DepositPayment[]): string | null {
  if (payments.length < 2) return null

  const byOutput = payments.toSorted((one, other) =>
    one.txid === other.txid ? one.outputIndex - other.outputIndex : one.txid < other.txid ? -1 : 1,
  )
  return byOutput
    .map(({ txid, outputIndex, units, rate }) => `${txid}:${outputIndex}=${units}@${rate}`)
    .join(' ')
}
