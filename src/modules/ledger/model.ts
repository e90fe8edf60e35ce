import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { COINS, isCoin } from '#lib/currencies.ts'
import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'

/**
 * What can happen to money. The table `ledger.route` says between which classes each kind may move
 * it.
 */
export const TRANSFER_TYPES = [
  'deposit_confirmed',
  'deposit_reversed',
  'position_opened',
  'principal_redeemed',
  'capital_paid_in',
  'capital_paid_out',
  'income_recorded',
  'income_reversed',
  'loss_recorded',
  'return_paid',
  'withdrawal_held',
  'withdrawal_paid',
  'withdrawal_released',
  'suspense_received',
  'suspense_matched',
  'suspense_refunded',
  'assets_placed',
  'assets_returned',
  'assets_lost',
  'promotion_funded',
  'promotion_returned',
  'reward_paid',
  'fee_charged',
  'fees_taken',
  'network_fee_paid',
  'custody_moved',
  'converted',
  'adjusted',
] as const
export type TransferType = (typeof TRANSFER_TYPES)[number]

/** What an account is for; true where it can never go below zero. */
export const ACCOUNT_TYPES = {
  custody: false,
  exchange: false,
  plan_assets: false,
  member_cash: true,
  member_principal: true,
  member_profit: true,
  member_hold_cash: true,
  member_hold_profit: true,
  plan_income: true,
  suspense: true,
  promotion: true,
  equity: true,
  fees: true,
} as const
export type AccountType = keyof typeof ACCOUNT_TYPES

/** An account's code is its identity: `member:mem_x:cash`, `custody:hot:BTC`, `equity`. */
export type AccountCode = string

export type MemberSubAccount = 'cash' | 'principal' | 'profit' | 'hold_cash' | 'hold_profit'
export const MEMBER_SUB_ACCOUNTS: readonly MemberSubAccount[] = [
  'cash',
  'principal',
  'profit',
  'hold_cash',
  'hold_profit',
]

export const toMemberAccountCode = (memberId: string, subAccount: MemberSubAccount): AccountCode =>
  `member:${memberId}:${subAccount}`
export const toPlanIncomeAccountCode = (planId: string): AccountCode => `plan:${planId}:income`
export const toPlanAssetsAccountCode = (planId: string): AccountCode => `plan:${planId}:assets`
export const toExchangeAccountCode = (currency: Currency): AccountCode => `exchange:${currency}`
export const toSuspenseAccountCode = (currency: Currency): AccountCode => `suspense:${currency}`
/** Where money is held: `hot` for coin and `bank` for dollars unless another place was opened. */
export const toCustodyAccountCode = (
  currency: Currency,
  place = currency === 'USD' ? 'bank' : 'hot',
): AccountCode => `custody:${place}:${currency}`
export const EQUITY: AccountCode = 'equity'
export const PROMOTION: AccountCode = 'promotion'
export const FEES: AccountCode = 'fees'

/** The currency of an account, which its code ends with; everything else is in dollars. */
export function getAccountCurrency(code: AccountCode): Currency {
  const last = code.split(':').at(-1)
  return isCoin(last) ? last : 'USD'
}

/**
 * One debit and one credit of one amount, in minor units of the currency that both accounts have.
 */
export type Transfer = {
  /**
   * The business event, `deposit/dep_…/confirm/coin`. The same event posts once, however often it
   * is sent.
   */
  event: string
  kind: TransferType
  debit: AccountCode
  credit: AccountCode
  amount: bigint
  effective: Day
  /** What it belongs to, `dep_…`; an exchange leg and its custody leg carry the same one. */
  reference: string
  actor: string
  /** Kinds that take something back or correct it refuse without one. */
  reason?: string
  /** The receipt (`rcp_…`) of what came in from outside, on the custody leg alone. */
  receipt?: string
  /**
   * The proposal (`prp_…`) that another admin approved, on each leg of the list; kinds that need
   * one refuse without.
   */
  approval?: string
}

export type PostedTransfer = {
  event: string
  id: string
  /** Its number in the order of writing; may have holes. The gapless number comes with the seal. */
  entry: bigint
  /** True when this event had been posted before, with the same content: nothing was posted now. */
  replay: boolean
  /** After this row; null on accounts without a limit, whose balance is derived. */
  debitBalance: bigint | null
  creditBalance: bigint | null
}

/** A transfer's id: the first 16 bytes of the SHA-256 of its business event, written as a UUID. */
export function computeTransferId(event: string): string {
  const hex = bytesToHex(sha256(utf8ToBytes(event)).subarray(0, 16))
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * The text of a `ledger.transfer`: fields in the type's order, quoted; nothing between the commas
 * is null.
 */
export const transferText = (t: Transfer): string => {
  const { kind, debit, credit, amount, effective, reference, actor, reason, receipt, approval } = t
  const about = [effective, reference, actor, reason, receipt, approval]
  const fields = [computeTransferId(t.event), kind, debit, credit, amount, ...about]
  return `(${fields.map((field) => (field === undefined ? '' : quoteField(String(field)))).join(',')})`
}
const quoteField = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** The evidence of a receipt: a coin's chain, the bank, or the sandbox's simulation. */
export const RECEIPT_SOURCES = [...COINS, 'bank', 'simulated'] as const

/**
 * What came in from outside, as it was seen there. `amount` is in minor units; what is below one is
 * rounded down.
 */
export type Receipt = {
  id: string
  source: (typeof RECEIPT_SOURCES)[number]
  /** Transaction id, or the bank's reference. */
  reference: string
  outputIndex: number
  currency: Currency
  amount: bigint
  arrivedAt: Date
  recordedBy: string
}
/**
 * What one receipt is of, and no other: a chain's transaction and its output, or a bank's
 * reference.
 */
export type Output = Pick<Receipt, 'source' | 'reference' | 'outputIndex'>

/**
 * The answer of every call that would move money while the books are frozen; nothing was changed.
 */
export const createLedgerFrozenError = () =>
  new DomainError(
    'books_frozen',
    503,
    'Money can’t be moved at the moment: a check of the books failed, and the staff looks ' +
      'into it. Nothing was changed and nothing is lost; everything can still be read.',
  )
