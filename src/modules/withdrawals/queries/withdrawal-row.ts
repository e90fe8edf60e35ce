import type { Selectable } from 'kysely'
import type { Cents, Coin, CoinUnits } from '#lib/money.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Source, WithdrawalStatus } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

export type Withdrawal = {
  id: string
  memberId: string
  source: Source
  amount: Cents
  method: PaymentMethodCode
  coin: Coin
  address: string
  status: WithdrawalStatus
  /** In cents: the quoted fee; once approved, the charged fee, which is never higher. */
  fee: Cents
  createdAt: Date
  payableFrom: Date
  /** The proposal of the first of two admins. */
  approvalId: string | null
  /** The time the first of two admins approved; null if none did or one is enough. */
  proposedAt: Date | null
  /** The id of the admin who approved first. */
  proposedBy: string | null
  approvedAt: Date | null
  approvedBy: string | null
  rate: bigint | null
  coinAmount: CoinUnits | null
  closedAt: Date | null
  closedBy: string | null
  txid: string | null
  reason: string | null
  /** The batch in which it was exported to be paid. */
  payoutBatchId: string | null
  reversedAt: Date | null
  /** The admin who approved the reversal. */
  reversedBy: string | null
  reversalReason: string | null
}

/**
 * A new withdrawal with its place in the queue, whether two admins have to approve it, and the
 * hours within which it is to be paid.
 */
export type RequestedWithdrawal = Withdrawal & {
  place: number
  secondAdminNeeded: boolean
  statedHours: number
}

/** Returns a row as a withdrawal. */
export function toWithdrawal(row: Row): Withdrawal {
  return {
    createdAt: row.created_at,
    payableFrom: row.payable_from,
    approvedAt: row.approved_at,
    closedAt: row.closed_at,
    status: row.status,
    reason: row.reason,
    txid: row.txid,
    id: row.id,
    memberId: row.member_id,
    source: row.source,
    amount: row.amount,
    method: row.method,
    coin: row.coin,
    address: row.address,
    fee: row.fee ?? row.quoted_fee,
    approvalId: row.approval_id,
    proposedAt: row.proposed_at,
    proposedBy: row.proposed_by,
    approvedBy: row.approved_by,
    rate: row.rate,
    coinAmount: row.coin_amount,
    closedBy: row.closed_by,
    payoutBatchId: row.payout_batch_id,
    reversedAt: row.reversed_at,
    reversedBy: row.reversed_by,
    reversalReason: row.reversal_reason,
  }
}
