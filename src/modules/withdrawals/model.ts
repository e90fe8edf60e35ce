import { checkAddress } from '#lib/addresses.ts'
import { type Day, formatUtcMinute } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import {
  type Cents,
  type Coin,
  type CoinUnits,
  formatGroupedAmount,
  formatUsd,
  parseAmount,
} from '#lib/money.ts'
import { FEES, type Transfer, toMemberAccountCode } from '#modules/ledger/model.ts'
import { createNoticeNeededError, formatDayCount } from '#modules/plans/model.ts'
import { buildCoinOutTransfers } from '#modules/treasury/model.ts'

/**
 * pending → approved (rate, coin amount and fee fixed) → completed (paid, with its transaction).
 * pending or approved → rejected (reason); pending → cancelled by the member. Both give everything
 * back.
 */
export const WITHDRAWAL_STATUSES = [
  'pending',
  'approved',
  'completed',
  'rejected',
  'cancelled',
] as const
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]
export type Source = 'balance' | 'profit'
export const SOURCES: readonly Source[] = ['balance', 'profit']

/** The purse a withdrawal comes from, and the one that holds it until it is paid or given back. */
export const getSourceSubAccount = (source: Source) => (source === 'profit' ? 'profit' : 'cash')
export const getHoldSubAccount = (source: Source) =>
  source === 'profit' ? 'hold_profit' : 'hold_cash'

export const REASON_LIMIT = 1_000
export const SAVED_WALLETS_LIMIT = 10
export const DAY_MS = 86_400_000
export const MEASURED_DAYS = 30

export const TEXTS = {
  missing: 'Please select a payment method, enter an amount, and provide a wallet address.',
  amount: 'Please enter a valid amount.',
  requested: 'Requested. Waiting for approval.',
  walletSaved: 'Wallet address saved successfully',
  noWallet: 'Please enter at least one wallet address.',
  approved: 'Withdrawal approved',
  proposed: 'Waiting for approval by a second admin',
  rejected: 'Withdrawal rejected',
  cancelled: 'Withdrawal cancelled. The amount is back in your balance.',
  paid: 'Withdrawal marked as paid',
} as const

/** What a second admin decides on: how much of whom leaves, and where to. */
export const toProposalContent = (row: {
  member_id: string
  amount: Cents
  coin: Coin
  address: string
}) => ({
  memberId: row.member_id,
  amount: row.amount,
  coin: row.coin,
  address: row.address,
})

export const createInvalidAmountError = (reason: string, status: 400 | 422 = 400) =>
  new DomainError('invalid_amount', status, `${TEXTS.amount} ${reason}`, 'amount')

/** Reads what a member wants to withdraw; each way of being wrong has its reason. */
export function parseWithdrawalAmount(text: string): Cents {
  const amount = parseAmount(text.trim(), 'USD')
  if (amount === null) {
    const decimals = /^\d+\.\d{3,}$/.test(text.trim())
    throw createInvalidAmountError(
      decimals ? 'An amount has at most two decimals.' : 'It has to be a number above 0.',
    )
  }

  if (amount === 0n) throw createInvalidAmountError('It has to be a number above 0.')

  return amount
}

type Terms = { withdrawalFee: Cents; minWithdrawal: Cents }

/**
 * Whether so much can leave: never more than there is, and not less than the minimum unless it is
 * all there is.
 */
export function assertWithdrawable(
  amount: Cents,
  available: Cents,
  { withdrawalFee, minWithdrawal }: Terms,
) {
  if (amount > available)
    throw createInvalidAmountError(`You have ${formatUsd(available)} available.`, 422)
  if (amount < minWithdrawal && amount !== available)
    throw createInvalidAmountError(
      `The minimum is ${formatUsd(minWithdrawal)}, or all that you have.`,
    )
  if (amount <= withdrawalFee)
    throw createInvalidAmountError(`The fee is ${formatUsd(withdrawalFee)}; nothing would arrive.`)
}

/** Principal whose plan asks for notice before it can be withdrawn. */
export type NoticePrincipal = { planName: string; noticePeriodDays: number; principal: Cents }
type Balance = { cash: Cents; principal: Cents }

/** What of a balance can be asked for now: cash, and principal whose plan asks for no notice. */
export const computeWithdrawableCents = (
  { cash, principal }: Balance,
  noticePrincipal: readonly NoticePrincipal[],
): Cents => noticePrincipal.reduce((sum, plan) => sum - plan.principal, cash + principal)

/**
 * Refuses, with `notice_needed` (409), what the balance holds and can't give before notice was
 * given.
 */
export function assertNoRedemptionNotice(
  amount: Cents,
  balance: Balance,
  noticePrincipal: readonly NoticePrincipal[],
) {
  const now = computeWithdrawableCents(balance, noticePrincipal)
  if (amount <= now || amount > balance.cash + balance.principal) return

  const plans = noticePrincipal.map(
    ({ planName, noticePeriodDays, principal }) =>
      `${formatUsd(principal)} in the ${planName} plan (${formatDayCount(noticePeriodDays)})`,
  )

  throw createNoticeNeededError(
    `You have ${formatUsd(now)} available now. Notice comes first for ${plans.join(', ')}.`,
  )
}

/**
 * What an address is judged by: whether real money moves, and the addresses that are the house's
 * own.
 */
type Around = { mode: 'sandbox' | 'live'; ours: ReadonlySet<string> }

/**
 * The address in its one spelling, with its network: never one of ours; a test network's in the
 * sandbox alone.
 */
export function parseWithdrawalAddress(
  coin: Coin,
  text: string,
  { mode, ours }: Around,
  field: string,
) {
  const createAddressError = (reason: string) =>
    new DomainError('invalid_address', 400, reason, field)
  const checked = checkAddress(coin, text)
  if (!checked.ok) throw createAddressError(checked.reason)

  if (checked.network === 'testnet' && mode === 'live')
    throw createAddressError(
      'This is a testnet address: real coin sent to it would be lost. Enter one of the ' +
        'Bitcoin network itself.',
    )

  if (ours.has(checked.canonical))
    throw createAddressError(
      'This is one of our own addresses, which deposits are paid to. Enter an address of yours.',
    )

  return { address: checked.canonical, network: checked.network }
}

/** What of an amount is cash and what has to come out of positions. */
export const computeShortfall = (amount: Cents, cash: Cents): Cents =>
  amount > cash ? amount - cash : 0n

type Payout = {
  id: string
  memberId: string
  source: Source
  amount: Cents
  fee: Cents
  coin: Coin
  units: CoinUnits
  on: Day
  actor: string
}

/** What paying posts: the fee stays with the house; what is left of the hold goes out as coin. */
export function buildPayoutTransfers({
  id,
  memberId,
  source,
  amount,
  fee,
  coin,
  units,
  on,
  actor,
}: Payout): Transfer[] {
  const from = toMemberAccountCode(memberId, getHoldSubAccount(source))
  const shared = { reference: id, effective: on, actor }
  const feeTransfer: Transfer = {
    ...shared,
    event: `withdrawal/${id}/fee`,
    kind: 'fee_charged',
    debit: from,
    credit: FEES,
    amount: fee,
  }

  const paid = {
    ...shared,
    event: `withdrawal/${id}/pay`,
    kind: 'withdrawal_paid' as const,
    coin,
    units,
    cents: amount - fee,
    from,
  }

  return [...(fee > 0n ? [feeTransfer] : []), ...buildCoinOutTransfers(paid)]
}

/** ok: nothing to do; look: worth a look before deciding; none: there is no such evidence. */
export type Check = { what: string; verdict: 'ok' | 'review' | 'none'; evidence: string }

type Facts = {
  now: Date
  coin: Coin
  units: CoinUnits
  /** What custody holds of the coin. */
  held: CoinUnits
  wallet: { savedAt: Date; usableFrom: Date; removed: boolean }
  frozenUntil: Date | null
  /**
   * The member's other withdrawals of the last seven days, rejected and cancelled ones left out.
   */
  others: { many: number; sum: Cents }
}

const NEW_ADDRESS_MS = DAY_MS
const HOUR_MS = 3_600_000
const MANY_IN_A_WEEK = 3
export const RECENT_MS = 7 * DAY_MS

function formatAge(ms: number): string {
  if (ms < HOUR_MS) return 'less than an hour ago'
  const [many, unit] =
    ms < 2 * DAY_MS ? [Math.floor(ms / HOUR_MS), 'hour'] : [Math.floor(ms / DAY_MS), 'day']
  return many === 1 ? `1 ${unit} ago` : `${many} ${unit}s ago`
}

function buildAddressCheck({ now, wallet: { savedAt, usableFrom, removed } }: Facts): Check {
  if (removed)
    return { what: 'The member has removed this address', verdict: 'review', evidence: 'not paid' }

  if (usableFrom > now)
    return {
      what: 'The address is cooling down',
      verdict: 'review',
      evidence: `until ${formatUtcMinute(usableFrom)}`,
    }

  const age = now.getTime() - savedAt.getTime()
  const what =
    age < NEW_ADDRESS_MS ? 'The address is new' : 'The address has been known for a while'

  return {
    what,
    verdict: age < NEW_ADDRESS_MS ? 'review' : 'ok',
    evidence: `saved ${formatAge(age)}`,
  }
}

/** What can be checked before a withdrawal is approved or paid, each with its evidence. */
export function buildWithdrawalChecks(facts: Facts): Check[] {
  const { now, coin, units, held, frozenUntil, others } = facts
  const frozen = frozenUntil !== null && frozenUntil > now
  const covered = held >= units

  return [
    buildAddressCheck(facts),
    {
      what: covered ? 'Custody covers it' : 'Custody holds less than this',
      verdict: covered ? 'ok' : 'review',
      evidence: `${formatGroupedAmount(held, coin)} ${coin} held`,
    },
    {
      what: 'Other withdrawals in seven days',
      verdict: others.many < MANY_IN_A_WEEK ? 'ok' : 'review',
      evidence: others.many === 0 ? 'none' : `${others.many}, ${formatUsd(others.sum)}`,
    },
    frozen
      ? {
          what: 'Withdrawals are frozen',
          verdict: 'review',
          evidence: `until ${formatUtcMinute(frozenUntil)}`,
        }
      : { what: 'Withdrawals of this member are open', verdict: 'ok', evidence: 'not frozen' },
  ]
}

export type TimelineStep = { what: string; at: Date; detail?: string }

type WithdrawalLifecycle = {
  createdAt: Date
  payableFrom: Date
  approvedAt: Date | null
  closedAt: Date | null
  status: WithdrawalStatus
  reason: string | null
  txid: string | null
}

const CLOSED_AS: Partial<Record<WithdrawalStatus, string>> = {
  completed: 'Sent',
  rejected: 'Declined, the amount is back in the balance',
  cancelled: 'Cancelled, the amount is back in the balance',
}

/** What has happened to a withdrawal so far, oldest first; a cool-down is in it once it is over. */
export function buildWithdrawalTimeline(story: WithdrawalLifecycle, now: Date): TimelineStep[] {
  const { createdAt, payableFrom, approvedAt, closedAt } = story
  const steps: TimelineStep[] = [{ what: 'Requested', at: createdAt }]

  if (payableFrom > createdAt && payableFrom <= (closedAt ?? now))
    steps.push({ what: 'Cooling ended, the new address can be paid', at: payableFrom })
  if (approvedAt) steps.push({ what: 'Approved', at: approvedAt })

  const what = CLOSED_AS[story.status]
  const detail = story.reason ?? story.txid

  if (closedAt && what) steps.push({ what, at: closedAt, ...(detail ? { detail } : {}) })

  return steps
}

const HOURS_MS = 3_600_000

/** By when the operator says that it pays: its hours begin when the address has cooled down. */
export const computePayoutDeadline = (
  { createdAt, payableFrom }: Pick<WithdrawalLifecycle, 'createdAt' | 'payableFrom'>,
  hours: number,
) => new Date(Math.max(createdAt.getTime(), payableFrom.getTime()) + hours * HOURS_MS)

/** A transaction's hash: with or without its prefix it is the same payment. */
const HASH = /^(?:0x)?([0-9a-f]{64})$/i

/**
 * A transaction id as it is kept, in one spelling: hash digits in live; in the sandbox, where there
 * is no chain, any plain word.
 */
export function parseTxid(text: string | undefined, mode: 'sandbox' | 'live'): string {
  const txid = text?.trim() ?? ''
  const digits = HASH.exec(txid)?.[1]?.toLowerCase()
  if (digits) return digits
  if (mode === 'sandbox' && /^[0-9A-Za-z_:-]{4,128}$/.test(txid)) return txid

  throw new DomainError(
    'invalid_txid',
    400,
    'Please enter the transaction id of the payment.',
    'txid',
  )
}

type WithdrawalOutcome = {
  status: WithdrawalStatus
  approved_by: string | null
  closed_by: string | null
}

/** How a withdrawal stands, for whoever comes second: with who was first. */
export function formatDecisionConflict({
  status,
  approved_by,
  closed_by,
}: WithdrawalOutcome): string {
  const by = closed_by ?? approved_by
  return `This withdrawal is ${status} already${by ? `, by ${by}` : ''}.`
}
