import type { Day } from '#lib/dates.ts'
import type { Currency } from '#lib/money.ts'
import type { AccountType, TransferType } from './model.ts'

/**
 * The views that candor_app may read and not write. Writes go through SQL functions such as
 * `ledger.post()`.
 */
export type LedgerTables = {
  'ledger.accounts': {
    id: bigint
    code: string
    account_type: AccountType
    currency: Currency
    owner: string | null
    /** Null for accounts that may be negative: use `ledger.balance(id)`. */
    balance: bigint | null
    opened_at: Date
    closed_at: Date | null
  }
  'ledger.entries': {
    id: bigint
    /** Hash of the idempotency key, as a UUID. */
    idempotency_key: string
    transfer_type: TransferType
    debit: bigint
    credit: bigint
    amount: bigint
    debit_balance: bigint | null
    credit_balance: bigint | null
    effective_date: Day
    posted_at: Date
    reference: string
    actor: string
    reason: string | null
    receipt: string | null
    approval: string | null
  }
  'ledger.receipts': {
    id: string
    source: string
    reference: string
    output_index: number
    currency: Currency
    amount: bigint
    arrived_at: Date
    recorded_by: string
    /** Hash of the idempotency key of the transfer that consumed it. */
    consumed_by: string | null
    /** True when that transfer was reversed. */
    released: boolean
  }
  'ledger.posting_rules': {
    transfer_type: TransferType
    debit_type: AccountType
    credit_type: AccountType
    with_custody: boolean
    with_dollars: boolean
    needs_receipt: boolean
    needs_reason: boolean
    approval_from: bigint | null
    spread: boolean
    daily: boolean
    same_owner: boolean
  }
  'ledger.freezes': {
    id: bigint
    because: string
    frozen_at: Date
    approval: string | null
    unfrozen_at: Date | null
  }
  'ledger.chain_block': {
    block: bigint
    first_seq: bigint
    last_seq: bigint
    chained_at: Date
    hash: Buffer
  }
}
