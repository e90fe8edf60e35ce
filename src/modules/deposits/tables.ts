import type { Generated } from 'kysely'
import type { Cents, Coin, CoinUnits } from '#lib/money.ts'
import type { ChainName } from '#modules/chains/model.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { DepositStatus, UnmatchedReason } from './model.ts'

export type DepositTables = {
  deposit: {
    id: string
    member_id: string
    plan_version_id: string
    plan_name: string
    amount: Cents
    method: PaymentMethodCode
    coin: Coin
    network: string
    address: string
    coin_amount: CoinUnits
    rate: bigint
    rate_source: string
    rate_at: Date
    created_at: Date
    expires_at: Date
    replaced_at: Generated<Date | null>
    status: DepositStatus
    amount_reserved: boolean
    submitted_at: Date | null
    proof_key: string | null
    proof_type: string | null
    proof_bytes: number | null
    proof_sha256: string | null
    evidence: Generated<string | null>
    arrived_at: Generated<Date | null>
    late: boolean | null
    credit_rate: bigint | null
    decided_at: Date | null
    decided_by: string | null
    reason: string | null
    receipt_id: string | null
    received: bigint | null
    received_in: Coin | 'USD' | null
    credited: Cents | null
    position_id: string | null
    approval_id: Generated<string | null>
    reversed_at: Generated<Date | null>
    reversed_by: Generated<string | null>
    reversal_reason: Generated<string | null>
    reversal_approval_id: Generated<string | null>
    automatic: Generated<boolean>
    over_limit: Generated<Cents | null>
    applied_limits: Generated<{ cents: string; days: number }[] | null>
  }
  deposit_payment: {
    payment_id: string
    deposit_id: string | null
    member_id: string | null
    reason: UnmatchedReason | null
    arrived_at: Date
    rate: bigint | null
    assigned_at: Date
    assigned_by: string
    receipt_id: Generated<string | null>
    refund_address: Generated<string | null>
    refund_asked_at: Generated<Date | null>
  }
  /** A view: what the providers that answer show of a payment now. */
  payment_evidence: {
    id: string
    chain: ChainName
    coin: Coin
    txid: string
    output_index: number
    address: string
    units: bigint
    first_seen_at: Date
    revision: bigint
    providers: string[]
    confirmations: number[]
    final_count: number
    block_height: number | null
    block_hash: string | null
    block_at: Date | null
    replaceable: boolean
    gone: boolean
    disputed: boolean
    gone_at: Date | null
    answered_at: Date | null
  }
}
