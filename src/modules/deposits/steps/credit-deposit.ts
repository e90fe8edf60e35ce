import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { recordFirstDeposit } from '#modules/affiliates/steps/record-first-deposit.ts'
import type { Actor } from '#modules/audit/model.ts'
import { buildAuditEventInsert } from '#modules/audit/steps/record-audit-event.ts'
import { toHoldError } from '#modules/compliance/steps/assert-not-held.ts'
import type { Eligibility } from '#modules/eligibility/queries.ts'
import { type Member, toRecipient } from '#modules/identity/model.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { notifyLocked } from '#modules/notifications/steps/queue-mail.ts'
import { formatPlanName, type PlanVersion } from '#modules/plans/model.ts'
import { toMonitoringError } from '#modules/transaction-monitoring/steps/assert-not-held.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { buildCreditTransfers, type ConfirmedCredit } from '../model.ts'
import type { CreditFigures } from '../queries.ts'
import type { DepositTables } from '../tables.ts'
import { completeDeposit } from './complete-deposit.ts'
import { openDepositPosition } from './open-deposit-position.ts'
import { receiveCredit } from './settle-payments.ts'

type Row = Selectable<DepositTables['deposit']>

/** A credit with what was read to compute it. */
export type PreparedCredit = {
  credit: ConfirmedCredit
  figures: Pick<CreditFigures, 'late' | 'cashReason'>
  plan: PlanVersion
  member: Member
  eligibility: Eligibility
}

/** Throws `not_pending` (409) unless the deposit waits to be confirmed. */
export function assertConfirmable({ status, decided_by: decidedBy }: Row): void {
  if (status === 'pending') return

  throw new DomainError(
    'not_pending',
    409,
    status === 'rejected'
      ? `${decidedBy} has already rejected this deposit. Nothing was credited.`
      : 'This deposit has no proof of payment yet. Nothing was credited.',
  )
}

/**
 * Posts the credit of a locked, pending deposit, opens its position, and completes it. Throws
 * `receipt_used`, `receipt_conflict`, `screening_hold` and `monitoring_hold` (409).
 */
export async function creditDeposit(
  app: App,
  tx: Tx,
  admin: Actor,
  deposit: Row,
  { credit, figures, plan, member, eligibility }: PreparedCredit,
): Promise<Row> {
  const { id: depositId, member_id: memberId } = deposit
  const { arrival, arrivedAt, credited, invested } = credit
  const on = app.clock.today()

  const receipts = await receiveCredit(app, tx, admin, credit)
  const receiptId = receipts[0]?.id ?? ''
  const { position, transfers } = await openDepositPosition(app, tx, admin, deposit, {
    version: plan,
    principal: invested,
    eligibility,
  })

  const completed = await completeDeposit(tx, app, admin, depositId, {
    receiptId,
    credit,
    late: figures.late,
    positionId: position?.id ?? null,
  }).catch((error: unknown) => {
    throw toMonitoringError(toHoldError(error))
  })

  await recordFirstDeposit(tx, app, { member, depositId, credited, on })

  const creditTransfers = buildCreditTransfers({
    depositId,
    memberId,
    received: arrival,
    receipts,
    cents: credited,
    on,
    actor: admin.id,
  })
  await post(tx, [...creditTransfers, ...transfers])

  const recorded = buildAuditEventInsert(app.clock.now(), admin, 'deposit.confirmed', depositId, {
    credited,
    principal: invested,
    receipt: receiptId,
    ...(receipts.length > 1 && { receipts: receipts.map(({ id }) => id) }),
    arrivedAt: arrivedAt.toISOString(),
    late: completed.late,
  })
  const recipient = { ...toRecipient(member), memberId }
  const data = buildConfirmedMail(depositId, plan, credit, figures)
  await notifyLocked(tx, app, [{ template: 'deposit-confirmed', recipient, data }], [recorded])

  return completed
}

const buildConfirmedMail = (
  depositId: string,
  plan: PlanVersion,
  { arrival, credited, invested: principal }: ConfirmedCredit,
  { cashReason }: PreparedCredit['figures'],
) => ({
  depositId,
  plan: formatPlanName(plan),
  credited,
  principal,
  cashReason,
  received: arrival.amount,
  receivedIn: arrival.currency,
})
