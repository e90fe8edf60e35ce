import { DomainError } from '#lib/errors.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { assertActive } from '#modules/identity/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { toWithdrawal, type Withdrawal } from '../queries.ts'
import { lockWithdrawal } from '../steps/lock-withdrawal.ts'
import { endProposal } from '../steps/propose-approval.ts'
import { releaseHold } from '../steps/release-hold.ts'
import type { WithdrawalTables } from '../tables.ts'

/**
 * Cancels a member's own pending request and releases its hold. Throws `not_pending` (409) and, for
 * a suspended member, `suspended` (403): staff still decide the request, and a released amount
 * could not be withdrawn again.
 */
export async function cancelWithdrawal(app: App, member: Actor, id: string): Promise<Withdrawal> {
  const row = await runInTransaction(app.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id, member.id)
    assertActive(await getMember(tx, member.id))

    if (withdrawal.status !== 'pending')
      throw new DomainError(
        'not_pending',
        409,
        `This withdrawal is already ${withdrawal.status} and can’t be cancelled.`,
      )

    const now = app.clock.now()
    const cancelled = await tx
      .withTables<WithdrawalTables>()
      .updateTable('withdrawal')
      .set({ status: 'cancelled', closed_at: now, closed_by: member.label })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()

    await endProposal(app, tx, member, withdrawal, 'The member cancelled the request.')
    await releaseHold(tx, app, withdrawal, member.id)
    await record(tx, now, member, 'withdrawal.cancelled', id, { amount: withdrawal.amount })

    return cancelled
  })

  app.events.publish(toMemberAudience(member.id), 'withdrawals')

  return toWithdrawal(row)
}
