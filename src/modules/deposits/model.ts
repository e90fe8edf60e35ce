import type { Day } from '#lib/dates.ts'
import { type Cents, type Coin, type CoinUnits, formatAmount } from '#lib/money.ts'
import { type Transfer, toCustodyAccountCode, toMemberAccountCode } from '#modules/ledger/model.ts'
import { computeCoinValue } from '#modules/market/model.ts'
import { buildCoinInTransfers } from '#modules/treasury/model.ts'

/**
 * awaiting_payment → pending (proof came, or staff saw the payment) → completed (an admin confirmed
 * what arrived) or rejected (reason). awaiting_payment → expired when the quote's time is over;
 * from there still → pending when payment came after all.
 */
export const DEPOSIT_STATUSES = [
  'awaiting_payment',
  'pending',
  'completed',
  'rejected',
  'expired',
] as const
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number]

export const MINUTE_MS = 60_000
export const OPEN_QUOTES_LIMIT = 5
/**
 * A replaced quote is open no more but keeps its amount, so the limit above doesn't bound how many
 * a member takes.
 */
export const LIMITS = { quoteAgain: { max: 30, windowMs: 60 * MINUTE_MS } } as const
/** So much does one member store within a day: a disk isn't filled by one person. */
export const PROOF_BYTES_A_DAY = 100 * 1024 * 1024
export const REASON_LIMIT = 1_000
/** Times are measured over so many days, from the proof or the sighted payment to the decision. */
export const MEASURED_DAYS = 30
/** Checking that takes longer is said to be late. */
const LATE_MS = 24 * 60 * MINUTE_MS
/**
 * How long an amount that expired stays this deposit's own: payments that come late can still be
 * told apart.
 */
export const AMOUNT_RESERVED_MS = 7 * 24 * 60 * MINUTE_MS
/** The most that is added, in the coin's units, to make an amount unique. */
export const MOST_UNITS_ADDED = 2_000n

export const TEXTS = {
  missing: 'Please select a plan, a payment method, and enter an amount.',
  noProof: 'Please upload proof of payment before completing the payment.',
  submitted: 'Deposit submitted. We will confirm it once the payment has arrived.',
  paymentNoted: 'Payment noted',
  confirmed: 'Payment Confirmed',
  rejected: 'Deposit rejected',
} as const

/**
 * The status as of an instant: a quote whose time is over is expired, whether or not the job has
 * written it down yet.
 */
export const computeDepositStatus = (
  deposit: { status: DepositStatus; expiresAt: Date },
  now: Date,
): DepositStatus =>
  deposit.status === 'awaiting_payment' && deposit.expiresAt <= now ? 'expired' : deposit.status

/** Whether the staff has had it for longer than a day without deciding. */
export const isOverdue = (
  deposit: { status: DepositStatus; submittedAt: Date | null },
  now: Date,
) =>
  deposit.status === 'pending' &&
  deposit.submittedAt !== null &&
  now.getTime() - deposit.submittedAt.getTime() > LATE_MS

/**
 * The smallest amount from `least` up that nobody else was quoted; null when the few units that may
 * be added are used up.
 */
export function findUniqueAmount(
  least: CoinUnits,
  taken: ReadonlySet<CoinUnits>,
): CoinUnits | null {
  for (let amount = least; amount <= least + MOST_UNITS_ADDED; amount += 1n)
    if (!taken.has(amount)) return amount
  return null
}

/** The text of a coin amount without the zeros that say nothing: 0.0123, not 0.01230000. */
export const formatCoinAmount = (units: CoinUnits, coin: Coin): string =>
  formatAmount(units, coin).replace(/\.?0+$/, '')

/**
 * What a wallet opens when the QR code is read: BIP-21, EIP-681, and for USDT the address alone,
 * which every wallet reads.
 */
export function buildPaymentUri(coin: Coin, address: string, units: CoinUnits): string {
  if (coin === 'BTC') return `bitcoin:${address}?amount=${formatCoinAmount(units, coin)}`
  if (coin === 'ETH') return `ethereum:${address}?value=${units * 1_000_000_000n}`
  return address
}

/**
 * How much of what was credited is invested: nothing below the plan's least, never above its most;
 * the rest stays cash.
 */
export function computeInvestedCents(
  credited: Cents,
  plan: { minAmount: Cents; maxAmount: Cents },
): Cents {
  if (credited < plan.minAmount) return 0n
  return credited < plan.maxAmount ? credited : plan.maxAmount
}

/** What came in for a deposit: coin by its transaction, or dollars by bank. */
export type Arrival = { currency: Coin | 'USD'; amount: bigint }

/**
 * Coin at the rate that counts (locked, or late: that of its arrival), dollars as they are; never
 * what was typed.
 */
export const computeCreditCents = ({ currency, amount }: Arrival, rate: bigint): Cents =>
  currency === 'USD' ? amount : computeCoinValue(amount, rate, currency)

type Credit = {
  depositId: string
  memberId: string
  arrival: Arrival
  receipt: string
  cents: Cents
  on: Day
  actor: string
}

/**
 * What crediting a deposit posts: what arrived into custody, and as many dollars owed to the
 * member.
 */
export function creditTransfers({
  depositId,
  memberId,
  arrival,
  receipt,
  cents,
  on,
  actor,
}: Credit): Transfer[] {
  const shared = {
    event: `deposit/${depositId}/confirm`,
    kind: 'deposit_confirmed' as const,
    reference: depositId,
    effective: on,
    actor,
    receipt,
  }

  const to = toMemberAccountCode(memberId, 'cash')
  if (arrival.currency === 'USD')
    return [{ ...shared, debit: toCustodyAccountCode('USD'), credit: to, amount: cents }]

  return buildCoinInTransfers({
    ...shared,
    coin: arrival.currency,
    units: arrival.amount,
    cents,
    to,
  })
}

/** ok: nothing to do; look: worth a look before deciding; none: there is no such evidence. */
export type Check = { what: string; verdict: 'ok' | 'review' | 'none'; evidence: string }

type Facts = {
  status: DepositStatus
  coin: Coin
  coinAmount: CoinUnits
  late: boolean
  /** The address it was told is the one that takes payments now. */
  addressIsCurrent: boolean
  address: string
  proof: { type: string; bytes: number } | null
  sameProof: readonly string[]
  simulated: boolean
}

const shortenAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-6)}`
const KILO = 1_000

/** What can be checked before a deposit is confirmed, each with its evidence. */
export function buildDepositChecks(facts: Facts): Check[] {
  const { coin, coinAmount, late, addressIsCurrent, address, proof, sameProof, simulated } = facts
  return [
    {
      what: addressIsCurrent
        ? 'The address told is ours'
        : 'The address told has been replaced since',
      verdict: addressIsCurrent ? 'ok' : 'review',
      evidence: shortenAddress(address),
    },
    {
      what: 'No other open quote asks for this amount',
      verdict: 'ok',
      evidence: `${formatCoinAmount(coinAmount, coin)} ${coin}`,
    },
    {
      what: late ? 'Reported after the quote had ended' : 'Reported while the rate was locked',
      verdict: late ? 'review' : 'ok',
      evidence: late ? 'credited at the rate of then' : 'credited at the locked rate',
    },
    proof
      ? {
          what:
            sameProof.length > 0
              ? 'The same file came with another deposit'
              : 'No other deposit has this proof',
          verdict: sameProof.length > 0 ? 'review' : 'ok',
          evidence:
            sameProof[0] ??
            `${proof.type.replace(/^.*\//, '').toUpperCase()}, ${Math.ceil(proof.bytes / KILO)} KB`,
        }
      : { what: 'No proof of payment', verdict: 'review', evidence: 'not uploaded' },
    {
      what: 'Seen on the chain',
      verdict: 'none',
      evidence: simulated ? 'no chain in the sandbox' : 'you say what arrived',
    },
  ]
}

export type TimelineStep = { what: string; at: Date; detail?: string }

type DepositLifecycle = {
  createdAt: Date
  expiresAt: Date
  submittedAt: Date | null
  proved: boolean
  late: boolean | null
  decidedAt: Date | null
  reason: string | null
  status: DepositStatus
}

/** What has happened to a deposit so far, oldest first. */
export function buildDepositTimeline(deposit: DepositLifecycle, now: Date): TimelineStep[] {
  const steps: TimelineStep[] = [{ what: 'Quote taken', at: deposit.createdAt }]
  if (deposit.late || computeDepositStatus(deposit, now) === 'expired')
    steps.push({ what: 'Quote expired', at: deposit.expiresAt })

  if (deposit.submittedAt)
    steps.push({
      what: deposit.proved ? 'Proof of payment uploaded' : 'Payment seen',
      at: deposit.submittedAt,
    })

  if (deposit.decidedAt && deposit.status === 'completed')
    steps.push({ what: 'Payment confirmed', at: deposit.decidedAt })

  if (deposit.decidedAt && deposit.status === 'rejected')
    steps.push({
      what: 'Rejected',
      at: deposit.decidedAt,
      ...(deposit.reason ? { detail: deposit.reason } : {}),
    })

  return steps
}
