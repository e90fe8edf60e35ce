import { DomainError } from '#lib/errors.ts'
import { assertMay } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { REASON_LIMIT } from '../model.ts'
import { lockDeposit } from '../steps/lock-deposit.ts'
import type { DepositTables } from '../tables.ts'

export type RejectDeposit = { depositId: string; reason?: string }

/**
 * Refuses a pending deposit with a reason that the member reads; nothing was credited, so nothing
 * moves.
 */
export async function rejectDeposit(
  app: App,
  admin: Staff,
  { depositId, reason }: RejectDeposit,
): Promise<void> {
  assertMay(admin, 'deposit.reject')

  const reasonText = reason?.trim() ?? ''
  if (reasonText === '' || reasonText.length > REASON_LIMIT)
    throw new DomainError(
      'reason_needed',
      400,
      'Please give a reason; the member reads it.',
      'reason',
    )

  const memberId = await runInTransaction(app.db, async (tx) => {
    const deposit = await lockDeposit(tx, depositId)
    if (deposit.status !== 'pending')
      throw new DomainError('not_pending', 409, formatDecisionConflict(deposit))

    const now = app.clock.now()
    await tx
      .withTables<DepositTables>()
      .updateTable('deposit')
      .set({
        status: 'rejected',
        amount_kept: false,
        decided_at: now,
        decided_by: admin.label,
        reason: reasonText,
      })
      .where('id', '=', depositId)
      .execute()

    const { email, firstName } = await getMember(tx, deposit.member_id)
    await notify(
      tx,
      app,
      { memberId: deposit.member_id, to: email, name: firstName },
      'deposit-rejected',
      {
        depositId,
        amount: deposit.amount,
        plan: deposit.plan_name,
        reason: reasonText,
      },
    )

    await record(tx, now, admin, 'deposit.rejected', depositId, { reason: reasonText })

    return deposit.member_id
  })

  app.events.publish(toMemberAudience(memberId), 'deposits')
}

/** Whoever came second is told who came first. */
function formatDecisionConflict({
  status,
  decided_by: by,
}: Pick<DepositTables['deposit'], 'status' | 'decided_by'>) {
  if (status === 'completed')
    return `${by} has confirmed this deposit meanwhile. It can’t be rejected any more.`
  if (status === 'rejected') return `${by} has rejected this deposit already.`
  return `This deposit is ${status.replace('_', ' ')} and can’t be rejected.`
}
