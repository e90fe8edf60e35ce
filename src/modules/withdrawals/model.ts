import { checkAddress } from '#lib/addresses.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, type Coin, formatUsd, parseAmount } from '#lib/money.ts'

/**
 * pending → approved (rate, coin amount and fee fixed) → completed (paid, with its transaction).
 * pending or approved → rejected (reason); pending → cancelled by the member. Both give everything back.
 */
export type WithdrawalStatus = 'pending' | 'approved' | 'completed' | 'rejected' | 'cancelled'
export type Source = 'balance' | 'profit'
export const SOURCES: readonly Source[] = ['balance', 'profit']

/** The purse a withdrawal comes from, and the one that holds it until it is paid or given back. */
export const purseOf = (source: Source) => (source === 'profit' ? 'profit' : 'cash')
export const holdOf = (source: Source) => (source === 'profit' ? 'hold_profit' : 'hold_cash')

export const REASON_LIMIT = 1_000
export const SAVED_WALLETS_LIMIT = 10
/** From this amount on who approves first proposes, and another admin approves. */
export const SECOND_ADMIN_FROM: Cents = 1_000_000n
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

export const invalidAmount = (reason: string, status: 400 | 422 = 400) =>
  new DomainError('invalid_amount', status, `${TEXTS.amount} ${reason}`, 'amount')

/** Reads what a member wants to withdraw; each way of being wrong has its reason. */
export function amountOf(text: string): Cents {
  const amount = parseAmount(text.trim(), 'USD')
  if (amount === null) {
    const decimals = /^\d+\.\d{3,}$/.test(text.trim())
    throw invalidAmount(decimals ? 'An amount has at most two decimals.' : 'It has to be a number above 0.')
  }
  if (amount === 0n) throw invalidAmount('It has to be a number above 0.')
  return amount
}

type Terms = { withdrawalFee: Cents; minWithdrawal: Cents }

/** Whether so much can leave: never more than there is, and not less than the minimum unless it is all there is. */
export function assertWithdrawable(amount: Cents, available: Cents, { withdrawalFee, minWithdrawal }: Terms) {
  if (amount > available) throw invalidAmount(`You have ${formatUsd(available)} available.`, 422)
  if (amount < minWithdrawal && amount !== available)
    throw invalidAmount(`The minimum is ${formatUsd(minWithdrawal)}, or all that you have.`)
  if (amount <= withdrawalFee)
    throw invalidAmount(`The fee is ${formatUsd(withdrawalFee)}; nothing would arrive.`)
}

/** The address in its one spelling, with its network; a test network's is taken in the sandbox alone. */
export function addressFor(coin: Coin, text: string, mode: 'sandbox' | 'live', field: string) {
  const checked = checkAddress(coin, text)
  if (!checked.ok) throw new DomainError('invalid_address', 400, checked.reason, field)
  if (checked.network === 'testnet' && mode === 'live')
    throw new DomainError('invalid_address', 400, 'This is an address of a Bitcoin test network.', field)
  return { address: checked.canonical, network: checked.network }
}

/** Cents of a dollar text as it stands on the wire; nothing for what isn't an amount. */
export const centsOf = (text: string): Cents => parseAmount(text, 'USD') ?? 0n

/** What of an amount is cash and what has to come out of positions. */
export const shortfallOf = (amount: Cents, cash: Cents): Cents => (amount > cash ? amount - cash : 0n)

export type TimelineStep = { what: string; at: Date; detail?: string }

type Story = {
  createdAt: Date
  payableFrom: Date
  approvedAt: Date | null
  closedAt: Date | null
  status: WithdrawalStatus
  reason: string | null
  txid: string | null
}

const CLOSED_AS: Partial<Record<WithdrawalStatus, string>> = {
  completed: 'Paid',
  rejected: 'Rejected, the amount is back in the balance',
  cancelled: 'Cancelled, the amount is back in the balance',
}

/** What has happened to a withdrawal so far, oldest first. */
export function timelineOf(story: Story): TimelineStep[] {
  const steps: TimelineStep[] = [{ what: 'Requested', at: story.createdAt }]
  if (story.payableFrom > story.createdAt) steps.push({ what: 'New address usable', at: story.payableFrom })
  if (story.approvedAt) steps.push({ what: 'Approved', at: story.approvedAt })
  const what = CLOSED_AS[story.status]
  const detail = story.reason ?? story.txid
  if (story.closedAt && what) steps.push({ what, at: story.closedAt, ...(detail ? { detail } : {}) })
  return steps
}

export type Measured = { count: number; medianMs: number; slowestMs: number } | null

/** How long withdrawals really took, from request to payment; null while none was paid. */
export function measured(spansMs: readonly number[]): Measured {
  const sorted = [...spansMs].sort((a, b) => a - b)
  const slowestMs = sorted.at(-1)
  if (slowestMs === undefined) return null
  const upper = sorted[Math.floor(sorted.length / 2)] ?? slowestMs
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper
  return { count: sorted.length, medianMs: Math.round((lower + upper) / 2), slowestMs }
}

/** A transaction id as it is kept: hash digits in live; in the sandbox, where there is no chain, any plain word. */
export function txidOf(text: string | undefined, mode: 'sandbox' | 'live'): string {
  const txid = text?.trim() ?? ''
  const form = mode === 'live' ? /^(0x)?[0-9a-fA-F]{64}$/ : /^[0-9A-Za-z_:-]{4,128}$/
  if (!form.test(txid))
    throw new DomainError('invalid_txid', 400, 'Please enter the transaction id of the payment.', 'txid')
  return txid
}
