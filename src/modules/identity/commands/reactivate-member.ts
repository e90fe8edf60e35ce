import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import { type Staff, toRecipient } from '../model.ts'
import { lockMember } from '../steps/lock-member.ts'
import type { IdentityTables } from '../tables.ts'

/** Ends a suspension and notifies the member. Throws `not_suspended` (409). */
export async function reactivateMember(
  app: App,
  admin: Staff,
  { memberId }: { memberId: string },
): Promise<void> {
  assertPermitted(admin, 'member.edit')
  await runInTransaction(app.db, async (tx) => {
    const member = await lockMember(tx, memberId)
    if (member.status !== 'suspended')
      throw new DomainError('not_suspended', 409, 'This member is not suspended.')

    await tx
      .withTables<IdentityTables>()
      .updateTable('member')
      .set({ status: 'active', suspended_reason: null, review_on: null })
      .where('id', '=', memberId)
      .execute()

    await notify(tx, app, toRecipient(member), 'account-reactivated', {})

    const before = { reason: member.suspendedReason, reviewOn: member.reviewOn }
    await record(tx, app.clock.now(), admin, 'member.reactivated', memberId, before)
  })

  app.events.publish(toMemberAudience(memberId), 'profile')
  app.events.publish(STAFF, 'users')
}
