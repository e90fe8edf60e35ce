import { type Day, isDay } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { isReason } from '#lib/reasons.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import { type Staff, toRecipient } from '../model.ts'
import { lockMember } from '../steps/lock-member.ts'
import type { IdentityTables } from '../tables.ts'

export type SuspendMember = { memberId: string; reason: string; reviewOn: string }

const REASON_MAX = 500

/**
 * Suspends an active member, with a reason and a review date that the member can read. The member
 * can still sign in and read; open withdrawals are still decided. Repeating it changes reason and
 * date. Throws `reason_needed` and `review_needed` (400), `not_active` (409).
 */
export async function suspendMember(app: App, admin: Staff, input: SuspendMember): Promise<void> {
  assertPermitted(admin, 'member.edit')

  const { memberId } = input
  const reason = parseReason(input.reason)
  const reviewOn = parseReviewDate(input.reviewOn, app.clock.today())

  await runInTransaction(app.db, async (tx) => {
    const member = await lockMember(tx, memberId)
    if (member.status !== 'active' && member.status !== 'suspended')
      throw new DomainError('not_active', 409, 'Only an active member can be suspended.')
    if (member.suspendedReason === reason && member.reviewOn === reviewOn) return

    await tx
      .withTables<IdentityTables>()
      .updateTable('member')
      .set({ status: 'suspended', suspended_reason: reason, review_on: reviewOn })
      .where('id', '=', memberId)
      .execute()

    await notify(tx, app, toRecipient(member), 'account-suspended', { reason, reviewOn })
    await record(tx, app.clock.now(), admin, 'member.suspended', memberId, { reason, reviewOn })
  })

  app.events.publish(toMemberAudience(memberId), 'profile')
  app.events.publish(STAFF, 'users')
}

function parseReason(text: string): string {
  const reason = text.trim()
  if (isReason(reason, REASON_MAX)) return reason

  throw new DomainError(
    'reason_needed',
    400,
    `Enter a reason of up to ${REASON_MAX} characters. The member will see it.`,
    'reason',
  )
}

function parseReviewDate(text: string, today: Day): Day {
  if (isDay(text) && text > today) return text
  const message = 'Enter a review date after today. The member will see it.'
  throw new DomainError('review_needed', 400, message, 'review_on')
}
