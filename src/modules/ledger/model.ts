import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import type { AccountCode } from './model/accounts.ts'
import type { TransferType } from './model/transfer-types.ts'

export {
  ACCOUNT_TYPES,
  type AccountCode,
  type AccountType,
  EQUITY,
  FEES,
  getAccountCurrency,
  MEMBER_SUB_ACCOUNTS,
  type MemberSubAccount,
  PROMOTION,
  toCustodyAccountCode,
  toExchangeAccountCode,
  toMemberAccountCode,
  toPlanAssetsAccountCode,
  toPlanIncomeAccountCode,
  toSuspenseAccountCode,
} from './model/accounts.ts'
export { type Output, RECEIPT_SOURCES, type Receipt } from './model/receipts.ts'
export { TRANSFER_TYPES, type TransferType } from './model/transfer-types.ts'

/** One debit and one credit of one amount, in minor units of the currency of both accounts. */
export type Transfer = {
  /**
   * The idempotency key, `deposit/dep_…/confirm/coin`: the same key posts once, however often it is
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
  /** True when this key was posted before with the same content; nothing is posted now. */
  replay: boolean
  /**
   * Balance after this row in minor units; null for accounts that may be negative, whose balance
   * is derived.
   */
  debitBalance: bigint | null
  creditBalance: bigint | null
}

/** Returns the first 16 bytes of the SHA-256 of an idempotency key, as a UUID. */
export function hashIdempotencyKey(idempotencyKey: string): string {
  const hex = bytesToHex(sha256(utf8ToBytes(idempotencyKey)).subarray(0, 16))
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

/** Creates the error `ledger_frozen` (503) for calls that post while the ledger is frozen. */
export const createLedgerFrozenError = () =>
  new DomainError(
    'ledger_frozen',
    503,
    'Transfers are paused because an integrity check failed. We’re investigating. Nothing was ' +
      'changed, and you can still view your account.',
  )
