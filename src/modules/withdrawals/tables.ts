import type { Generated, GeneratedAlways } from 'kysely'
import type { Cents, Coin, CoinUnits } from '#lib/money.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type {
  BatchStatus,
  PayoutKind,
  PayoutTransactionStatus,
  Source,
  WithdrawalStatus,
} from './model.ts'

export type WithdrawalTables = {
  wallet: {
    id: string
    member_id: string
    coin: Coin
    address: string
    network: string
    main: boolean
    created_at: Date
    usable_from: Date
    retired_at: Date | null
  }
  withdrawal: {
    id: string
    member_id: string
    source: Source
    amount: Cents
    method: PaymentMethodCode
    coin: Coin
    wallet_id: string
    address: string
    quoted_fee: Cents
    status: WithdrawalStatus
    created_at: Date
    payable_from: Date
    proposed_at: Date | null
    proposed_by: string | null
    approval_id: string | null
    second_admin_from: Cents | null
    approved_at: Date | null
    approved_by: string | null
    fee: Cents | null
    rate: bigint | null
    rate_source: string | null
    rate_at: Date | null
    coin_amount: CoinUnits | null
    closed_at: Date | null
    closed_by: string | null
    txid: string | null
    reason: string | null
    payout_batch_id: string | null
    paid_output: Generated<number | null>
    reversed_at: Generated<Date | null>
    reversed_by: Generated<string | null>
    reversal_reason: Generated<string | null>
    reversal_approval_id: Generated<string | null>
  }
  payout_batch: {
    id: string
    number: GeneratedAlways<bigint>
    withdrawal_ids: string[]
    cents: Cents
    /** null in a batch that was exported before batches were of one payment method. */
    method: PaymentMethodCode | null
    status: Generated<BatchStatus>
    kind: Generated<PayoutKind | null>
    created_at: Date
    created_by: string
    creator_label: string
    file_sha256: Generated<Buffer | null>
    exported_at: Generated<Date | null>
    exported_by: Generated<string | null>
    exporter_label: Generated<string | null>
    second_admin_from: Generated<Cents | null>
    approval_id: Generated<string | null>
    completed_at: Generated<Date | null>
    cancelled_at: Generated<Date | null>
    cancelled_by: Generated<string | null>
    cancel_reason: Generated<string | null>
    cancel_approval_id: Generated<string | null>
  }
  payout_transaction: {
    id: string
    batch_id: string
    version: number
    status: PayoutTransactionStatus
    txid: string
    psbt: Buffer | null
    /** Satoshis for 1,000 virtual bytes. */
    fee_rate: bigint | null
    fee: CoinUnits | null
    inputs: string[] | null
    input_addresses: string[] | null
    input_amounts: bigint[] | null
    input_units: CoinUnits | null
    change_units: CoinUnits | null
    change_address: string | null
    created_at: Date
    created_by: string
    creator_label: string
    raw_hex: Generated<string | null>
    signed_at: Generated<Date | null>
    signed_by: Generated<string | null>
    sent_at: Generated<Date | null>
    sent_by: Generated<string | null>
    /** True if a provider sent it; otherwise the operator did. */
    sent_by_us: Generated<boolean | null>
    seen_at: Generated<Date | null>
    block_height: Generated<number | null>
    confirmations: Generated<number | null>
    needed: Generated<number | null>
    checked_at: Generated<Date | null>
    problem: Generated<string | null>
    completed_at: Generated<Date | null>
    network_fee: Generated<CoinUnits | null>
    fee_recorded_at: Generated<Date | null>
  }
}
