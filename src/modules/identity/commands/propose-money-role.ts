import { DomainError } from '#lib/errors.ts'
import { assertName } from '#lib/person-names.ts'
import { assertPermitted, type Proposal } from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import type { Staff } from '../model.ts'
import { findMoneyRole, needsOtherOwner, type StaffChange } from '../steps/find-money-role.ts'
import { notifyStaffChange } from '../steps/notify-staff-change.ts'

/**
 * Proposes a staff change that gives a money role, where another owner has to approve it, and
 * mails all staff. Returns null, and does nothing, where none has to. Throws `already_proposed`
 * (409) and `not_found` (404).
 */
export async function proposeMoneyRole(
  app: App,
  owner: Staff,
  change: StaffChange,
): Promise<Proposal | null> {
  const permission = 'staff.money-role'
  assertPermitted(owner, permission)
  if (change.change === 'invite') {
    assertName(change.firstName.trim(), 'firstName')
    assertName(change.lastName.trim(), 'lastName')
  }

  const proposal = await runInTransaction(app.db, async (tx) => {
    const gain = await findMoneyRole(tx, change)
    if (!gain || !(await needsOtherOwner(tx, app, owner, gain.id))) return null

    if (await findOpenProposal(tx, permission, gain.email, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'A change to this person’s access is already pending approval.',
      )

    await notifyStaffChange(tx, app, owner, gain, { what: 'proposed', role: gain.role })

    return await propose(tx, app, owner, {
      permission,
      subjectId: gain.email,
      content: { ...change, name: gain.label, email: gain.email, role: gain.role },
    })
  })

  if (proposal) app.events.publish(STAFF, 'approvals')

  return proposal
}
