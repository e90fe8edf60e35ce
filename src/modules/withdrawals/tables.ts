import type { Generated, GeneratedAlways } from 'kysely'
import type { Cents, Coin, CoinUnits } from '#lib/money.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Source, WithdrawalStatus } from './model.ts'

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
    file_sha256: Buffer
    exported_at: Date
    exported_by: string
    exporter_label: string
    second_admin_from: Cents
    approval_id: string | null
    cancelled_at: Date | null
    cancelled_by: string | null
    cancel_reason: string | null
    cancel_approval_id: string | null
  }
}
