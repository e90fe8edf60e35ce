import type { Selectable } from 'kysely'
import { buildDepositTimeline, buildPaymentUri, computeDepositStatus, isOverdue } from '../model.ts'
import type { DepositTables } from '../tables.ts'
import type { Deposit } from './deposit.ts'

type Row = Selectable<DepositTables['deposit']>

/** Returns a row as a deposit, with its status at this instant. */
export function toDeposit(row: Row, now: Date): Deposit {
  const status = computeDepositStatus({ status: row.status, expiresAt: row.expires_at }, now)
  const lifecycle = {
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    submittedAt: row.submitted_at,
    arrivedAt: row.arrived_at,
    proved: row.proof_key !== null,
    late: row.late ?? false,
    decidedAt: row.decided_at,
    reason: row.reason ?? row.reversal_reason,
    reversedAt: row.reversed_at,
    status,
  }

  return {
    ...lifecycle,
    endedAt: getQuoteEnd(row),
    id: row.id,
    memberId: row.member_id,
    planVersionId: row.plan_version_id,
    planName: row.plan_name,
    amount: row.amount,
    method: row.method,
    coin: row.coin,
    network: row.network,
    address: row.address,
    coinAmount: row.coin_amount,
    uri: buildPaymentUri(row.coin, row.address, row.coin_amount),
    rate: row.rate,
    rateSource: row.rate_source,
    creditRate: row.credit_rate,
    evidence: row.evidence,
    approvalId: row.approval_id,
    proofType: row.proof_type,
    proofBytes: row.proof_bytes,
    decidedBy: row.decided_by,
    reversedBy: row.reversed_by,
    receiptId: row.receipt_id,
    received: row.received,
    receivedIn: row.received_in,
    credited: row.credited,
    positionId: row.position_id,
    overdue: isOverdue(lifecycle, now),
    timeline: buildDepositTimeline(lifecycle, now),
  }
}

const getQuoteEnd = ({ expires_at: expiresAt, replaced_at: replacedAt }: Row): Date =>
  replacedAt && replacedAt < expiresAt ? replacedAt : expiresAt
