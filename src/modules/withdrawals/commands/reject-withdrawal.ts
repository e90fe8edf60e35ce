import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { notifyMember } from '#modules/identity/steps/notify-member.ts'
import { parseReason } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { createExportedError, formatDecisionConflict, isOpen } from '../model.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import { toWithdrawal, type Withdrawal } from '../queries.ts'
import { lockWithdrawal } from '../steps/lock-withdrawal.ts'
import { endProposal } from '../steps/propose-approval.ts'
import { releaseHold } from '../steps/release-hold.ts'
import type { WithdrawalTables } from '../tables.ts'

export type RejectWithdrawal = { withdrawalId: string; reason?: string }

/**
 * Rejects a pending or approved withdrawal with a reason that the member reads, and releases its
 * hold. Throws `reason_needed` (400), `not_open`, and `exported` (409) for one in a payout batch.
 */
export async function rejectWithdrawal(
  app: App,
  admin: Staff,
  { withdrawalId: id, reason: reasonText }: RejectWithdrawal,
): Promise<Withdrawal> {
  assertPermitted(admin, 'withdrawal.reject')

  const reason = parseReason(reasonText)

  const row = await runInTransaction(app.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id)
    if (!isOpen(withdrawal))
      throw new DomainError('not_open', 409, formatDecisionConflict(withdrawal))

    if (withdrawal.payout_batch_id)
      throw createExportedError(await getPayoutBatch(tx, withdrawal.payout_batch_id))

    const now = app.clock.now()
    const rejected = await tx
      .withTables<WithdrawalTables>()
      .updateTable('withdrawal')
      .set({ status: 'rejected', closed_at: now, closed_by: admin.label, reason })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()

    await endProposal(app, tx, admin, withdrawal, reason)
    await releaseHold(tx, app, withdrawal, admin.id)

    await notifyMember(tx, app, withdrawal.member_id, 'withdrawal-rejected', {
      withdrawalId: id,
      amount: withdrawal.amount,
      reason,
    })
    await record(tx, now, admin, 'withdrawal.rejected', id, { reason })

    return rejected
  })

  app.events.publish(toMemberAudience(row.member_id), 'withdrawals')

  return toWithdrawal(row)
}
