import { DomainError } from '#lib/errors.ts'
import { assertMay } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { formatDecisionConflict, REASON_LIMIT } from '../model.ts'
import { toWithdrawal, type Withdrawal } from '../queries.ts'
import { endProposal } from '../steps/decide-withdrawal.ts'
import { lockWithdrawal } from '../steps/lock-withdrawal.ts'
import { releaseHold } from '../steps/release-hold.ts'
import type { WithdrawalTables } from '../tables.ts'

export type RejectWithdrawal = { withdrawalId: string; reason?: string }

/**
 * Refuses a withdrawal that isn't paid yet, with a reason the member reads; the money is back at
 * once.
 */
export async function rejectWithdrawal(
  app: App,
  admin: Staff,
  { withdrawalId: id, reason }: RejectWithdrawal,
): Promise<Withdrawal> {
  assertMay(admin, 'withdrawal.reject')

  const reasonText = reason?.trim() ?? ''
  if (reasonText === '' || reasonText.length > REASON_LIMIT)
    throw new DomainError(
      'reason_needed',
      400,
      'Please give a reason; the member reads it.',
      'reason',
    )

  const row = await runInTransaction(app.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (withdrawal.status !== 'pending' && withdrawal.status !== 'approved')
      throw new DomainError('not_open', 409, formatDecisionConflict(withdrawal))

    const now = app.clock.now()
    const rejected = await tx
      .withTables<WithdrawalTables>()
      .updateTable('withdrawal')
      .set({ status: 'rejected', closed_at: now, closed_by: admin.label, reason: reasonText })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()

    await endProposal(app, tx, admin, withdrawal, reasonText)
    await releaseHold(tx, app, withdrawal, admin.id)

    const mailData = { withdrawalId: id, amount: withdrawal.amount, reason: reasonText }
    await notifyMember(tx, app, withdrawal.member_id, 'withdrawal-rejected', mailData)
    await record(tx, now, admin, 'withdrawal.rejected', id, { reason: reasonText })

    return rejected
  })

  app.events.publish(toMemberAudience(row.member_id), 'withdrawals')

  return toWithdrawal(row)
}
