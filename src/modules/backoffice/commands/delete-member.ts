import { DomainError } from '#lib/errors.ts'
import { isReason } from '#lib/reasons.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { cancelDataExports } from '#modules/portfolio/steps/cancel-data-exports.ts'
import { closeAccount } from '#modules/portfolio/steps/close-account.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { discardFiles } from '#platform/files/discard-files.ts'

const MAX_REASON_LENGTH = 500

export type DeleteMember = { memberId: string; reason?: string | undefined }

/**
 * Closes a member's account with a reason that is mailed to the member. Runs the same step as the
 * member's own closing, so that money and open requests prevent it equally. Throws `reason_needed`
 * (400) and the errors of `closeAccount`.
 */
export async function deleteMember(
  app: App,
  admin: Staff,
  { memberId, reason }: DeleteMember,
): Promise<void> {
  assertPermitted(admin, 'member.delete')

  const trimmedReason = reason?.trim() ?? ''
  if (!isReason(trimmedReason, MAX_REASON_LENGTH))
    throw new DomainError(
      'reason_needed',
      400,
      'Please give a reason in a few words. The member will see it.',
      'reason',
    )

  const files = await runInTransaction(app.db, async (tx) => {
    await closeAccount(tx, app, admin, { memberId, byStaff: true, reason: trimmedReason })
    return await cancelDataExports(tx, memberId)
  })
  await discardFiles(app, files)
  app.events.publish(STAFF, 'users')
}
