import { DomainError } from '#lib/errors.ts'
import {
  assertPermitted,
  getSecondAdminThreshold,
  type Proposal,
} from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { parseRecoveryReason } from '../model/recovery-codes.ts'
import { normalizeEmail, type Staff } from '../model.ts'
import { isDisputed } from '../queries/disputed.ts'
import { getMember } from '../queries.ts'
import {
  createNotDisputedError,
  type RestoreAccess,
  restoreAccess,
} from '../steps/restore-access.ts'

/**
 * Restores an account that was reported compromised, and whose address now belongs to another
 * person: at once in the sandbox, in live as a proposal for a second admin, which is returned.
 * Throws `reason_needed` (400), `not_disputed`, `already_proposed` and `email_taken` (409).
 */
export async function giveAccountBack(
  app: App,
  admin: Staff,
  input: RestoreAccess,
): Promise<Proposal | null> {
  assertPermitted(admin, 'member.restore-access')

  const { memberId } = input
  const content = {
    memberId,
    email: normalizeEmail(input.email),
    reason: parseRecoveryReason(input.reason),
  }
  const proposal = await runInTransaction(app.db, async (tx) => {
    if (!(await isDisputed(tx, await getMember(tx, memberId)))) throw createNotDisputedError()

    if (getSecondAdminThreshold('member.restore-access', app.config.MODE) === null) {
      await restoreAccess(tx, app, admin, content)
      return null
    }

    if (await findOpenProposal(tx, 'member.restore-access', memberId, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'This is already waiting for a second admin’s approval.',
      )

    return await propose(tx, app, admin, {
      permission: 'member.restore-access',
      subjectId: memberId,
      content,
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
