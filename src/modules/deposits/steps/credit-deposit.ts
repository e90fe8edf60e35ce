import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import { recordFirstDeposit } from '#modules/affiliates/steps/record-first-deposit.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { post } from '#modules/ledger/steps/post.ts'
import { openPosition } from '#modules/plans/steps/open-position.ts'
import { receivePayment } from '#modules/treasury/steps/receive-payment.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { buildCreditTransfers, type CashReason, type ConfirmedCredit } from '../model.ts'
import { computeDepositCredit, toDeposit } from '../queries.ts'
import type { DepositTables } from '../tables.ts'
import { completeDeposit } from './complete-deposit.ts'

type Row = Selectable<DepositTables['deposit']>

/** Throws `not_pending` (409) unless the deposit waits to be confirmed. */
export function assertConfirmable({ status, decided_by: decidedBy }: Row): void {
  if (status === 'pending') return

  throw new DomainError(
    'not_pending',
    409,
    status === 'rejected'
      ? `${decidedBy} has rejected this deposit meanwhile. Nothing was credited.`
      : 'This deposit has no proof of payment yet; nothing was paid.',
  )
}

/**
 * Posts the credit of a locked, pending deposit, opens its position, and completes it. Throws
 * `receipt_used` and `receipt_conflict` (409).
 */
export async function creditDeposit(
  app: App,
  tx: Tx,
  admin: Staff,
  deposit: Row,
  credit: ConfirmedCredit,
): Promise<Row> {
  const { id: depositId, member_id: memberId } = deposit
  const { arrival, arrivedAt, credited, invested } = credit
  const on = app.clock.today()

  const { cashReason, late } = await computeDepositCredit(
    app,
    tx,
    toDeposit(deposit, app.clock.now()),
    {
      received: arrival,
      arrivedAt,
    },
  )

  const receiptId = await receivePayment(tx, app, {
    ...arrival,
    arrivedAt,
    recordedBy: admin.id,
  })
  const { position, transfers } = await openDepositPosition(app, tx, admin, deposit, invested)

  const completed = await completeDeposit(tx, app, admin, depositId, {
    receiptId,
    credit,
    late,
    positionId: position?.id ?? null,
  })

  await recordFirstDeposit(tx, app, { memberId, depositId, credited, on })

  const creditTransfers = buildCreditTransfers({
    depositId,
    memberId,
    received: arrival,
    receipt: receiptId,
    cents: credited,
    on,
    actor: admin.id,
  })
  await post(tx, [...creditTransfers, ...transfers])

  await notifyDepositConfirmed(app, tx, completed, { principal: invested, cashReason })
  await record(tx, app.clock.now(), admin, 'deposit.confirmed', depositId, {
    credited,
    principal: invested,
    receipt: receiptId,
    arrivedAt: arrivedAt.toISOString(),
    late: completed.late,
  })

  return completed
}

/** Opens the position for the invested part of a credit; none where everything stays cash. */
async function openDepositPosition(app: App, tx: Tx, admin: Staff, deposit: Row, principal: Cents) {
  if (principal === 0n) return { position: null, transfers: [] }

  return await openPosition(tx, {
    memberId: deposit.member_id,
    planVersionId: deposit.plan_version_id,
    principal,
    openedOn: app.clock.today(),
    depositId: deposit.id,
    actor: admin.id,
  })
}

async function notifyDepositConfirmed(
  app: App,
  tx: Tx,
  row: Row,
  { principal, cashReason }: { principal: Cents; cashReason: CashReason | null },
) {
  const { credited, received, received_in: receivedIn } = row
  if (credited === null || received === null || receivedIn === null) return

  await notifyMember(tx, app, row.member_id, 'deposit-confirmed', {
    depositId: row.id,
    plan: row.plan_name,
    credited,
    principal,
    cashReason,
    received,
    receivedIn,
  })
}
