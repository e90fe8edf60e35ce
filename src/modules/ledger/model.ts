import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { COINS, isCoin } from '#lib/currencies.ts'
import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'

/**
 * Transfer types. The table `ledger.posting_rule` lists the account types between which each may post.
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

/** Account types; true for the non-negative ones. */
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

/** The code of an account is its identity: `member:mem_x:cash`, `custody:hot:BTC`, `equity`. */
export type AccountCode = string

export type MemberSubAccount = 'cash' | 'principal' | 'profit' | 'hold_cash' | 'hold_profit'
export const MEMBER_SUB_ACCOUNTS: readonly MemberSubAccount[] = [
  'cash',
  'principal',
  'profit',
  'hold_cash',
  'hold_profit',
]

/** Returns the code of a member's sub-account. */
export const toMemberAccountCode = (memberId: string, subAccount: MemberSubAccount): AccountCode =>
  `member:${memberId}:${subAccount}`
/** Returns the code of a plan's income account. */
export const toPlanIncomeAccountCode = (planId: string): AccountCode => `plan:${planId}:income`
/** Returns the code of a plan's assets account. */
export const toPlanAssetsAccountCode = (planId: string): AccountCode => `plan:${planId}:assets`
/** Returns the code of the exchange account of a currency. */
export const toExchangeAccountCode = (currency: Currency): AccountCode => `exchange:${currency}`
/** Returns the code of the suspense account of a currency. */
export const toSuspenseAccountCode = (currency: Currency): AccountCode => `suspense:${currency}`
/**
 * Returns the code of a custody account; `place` is `bank` for dollars and `hot` for coin by
 * default.
 */
export const toCustodyAccountCode = (
  currency: Currency,
  place = currency === 'USD' ? 'bank' : 'hot',
): AccountCode => `custody:${place}:${currency}`
export const EQUITY: AccountCode = 'equity'
export const PROMOTION: AccountCode = 'promotion'
export const FEES: AccountCode = 'fees'

/** Returns the currency of an account: the coin that its code ends with, or dollars. */
export function getAccountCurrency(code: AccountCode): Currency {
  const last = code.split(':').at(-1)
  return isCoin(last) ? last : 'USD'
}

/** One debit and one credit of one amount, in minor units of the currency of both accounts. */
export type Transfer = {
  /**
   * The idempotency key, `deposit/dep_…/confirm/coin`: an event posts once, however often it is
   * sent.
   */
  idempotencyKey: string
  transferType: TransferType
  debit: AccountCode
  credit: AccountCode
  amount: bigint
  effectiveDate: Day
  /** Id of the subject, `dep_…`; an exchange leg and its custody leg have the same one. */
  reference: string
  actor: string
  /** Required for transfer types that reverse or correct. */
  reason?: string
  /** The receipt (`rcp_…`) of money from outside, on the custody leg only. */
  receipt?: string
  /**
   * The proposal (`prp_…`) that another admin approved, on each leg; required for some transfer
   * types.
   */
  approval?: string
}

export type PostedTransfer = {
  idempotencyKey: string
  idempotencyHash: string
  /**
   * Its number in the order of writing, which may have gaps. The hash chain adds a gapless
   * number.
   */
  journalId: bigint
  /** True when this event was posted before with the same content; nothing is posted now. */
  replay: boolean
  /**
   * Balance after this row in minor units; null for accounts that may be negative, whose balance
   * is derived.
   */
  debitBalance: bigint | null
  creditBalance: bigint | null
}

/** Returns a transfer id: the first 16 bytes of the SHA-256 of its business event, as a UUID. */
export function hashIdempotencyKey(event: string): string {
  const hex = bytesToHex(sha256(utf8ToBytes(event)).subarray(0, 16))
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * Formats a transfer as text of the type `ledger.transfer`: quoted fields in the order of the
 * type; an empty field is null.
 */
export const formatTransfer = (transfer: Transfer): string => {
  const {
    idempotencyKey,
    transferType,
    debit,
    credit,
    amount,
    effectiveDate,
    reference,
    actor,
    reason,
    receipt,
    approval,
  } = transfer
  const details = [effectiveDate, reference, actor, reason, receipt, approval]
  const fields = [
    hashIdempotencyKey(idempotencyKey),
    transferType,
    debit,
    credit,
    amount,
    ...details,
  ]
  const texts = fields.map((field) => (field === undefined ? '' : quoteField(String(field))))

  return `(${texts.join(',')})`
}
const quoteField = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

/** Sources of a receipt: the chain of a coin, the bank, or the sandbox simulation. */
export const RECEIPT_SOURCES = [...COINS, 'bank', 'simulated'] as const

/** Money that arrived from outside. `amount` is in minor units; fractions are rounded down. */
export type Receipt = {
  id: string
  source: (typeof RECEIPT_SOURCES)[number]
  /** Transaction id or bank reference. */
  reference: string
  outputIndex: number
  currency: Currency
  amount: bigint
  arrivedAt: Date
  recordedBy: string
}
/** The identity of a receipt: a transaction and its output, or a bank reference. */
export type Output = Pick<Receipt, 'source' | 'reference' | 'outputIndex'>

/** Creates the error `ledger_frozen` (503) for calls that post while the ledger is frozen. */
export const createLedgerFrozenError = () =>
  new DomainError(
    'ledger_frozen',
    503,
    'Money can’t be moved at the moment: a check of the books failed, and our staff is ' +
      'investigating. Nothing was changed and no data is lost; you can still view everything.',
  )
