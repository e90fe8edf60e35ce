import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { formatPlanName } from '#modules/plans/model.ts'
import { getPlanVersion } from '#modules/plans/queries.ts'
import { parseReason } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import { endCreditProposal } from '../steps/propose-credit.ts'
import { buildPaymentRelease } from '../steps/settle-payments.ts'
import type { DepositTables } from '../tables.ts'

export type RejectDeposit = { depositId: string; reason?: string }

/**
 * Rejects a pending deposit with a reason that the member reads. Nothing is posted. Throws
 * `reason_needed` (400) and `not_pending` (409).
 */
export async function rejectDeposit(
  app: App,
  admin: Staff,
  { depositId, reason: reasonText }: RejectDeposit,
): Promise<void> {
  assertPermitted(admin, 'deposit.reject')

  const reason = parseReason(reasonText)

  const memberId = await runInTransaction(app.db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    if (deposit.status !== 'pending')
      throw new DomainError('not_pending', 409, formatDecisionConflict(deposit))

    const now = app.clock.now()
    await endCreditProposal(app, tx, admin, deposit, 'The deposit was rejected.')
    await tx
      .withTables<DepositTables>()
      .updateTable('deposit')
      .set({
        status: 'rejected',
        amount_reserved: false,
        decided_at: now,
        decided_by: admin.label,
        reason,
      })
      .where('id', '=', depositId)
      .execute()

    await buildPaymentRelease(tx.withTables<DepositTables>(), depositId).execute()
    await notifyMember(tx, app, deposit.member_id, 'deposit-rejected', {
      depositId,
      amount: deposit.amount,
      plan: formatPlanName(await getPlanVersion(tx, deposit.plan_version_id)),
      reason,
    })
    await record(tx, now, admin, 'deposit.rejected', depositId, { reason })

    return deposit.member_id
  })

  app.events.publish(toMemberAudience(memberId), 'deposits')
}

/** Names the admin who decided first. */
function formatDecisionConflict({
  status,
  decided_by: decidedBy,
}: Pick<Selectable<DepositTables['deposit']>, 'status' | 'decided_by'>) {
  if (status === 'completed')
    return `${decidedBy} has already confirmed this deposit. It can no longer be rejected.`
  if (status === 'rejected') return `${decidedBy} has already rejected this deposit.`
  return `This deposit is ${status.replace('_', ' ')} and can’t be rejected.`
}
