import { DomainError } from '#lib/errors.ts'
import {
  assertPermitted,
  getSecondAdminThreshold,
  type Proposal,
} from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { parseReceivingAddress } from '#modules/settings/steps/set-receiving-address.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import type { AddressChange } from '../model.ts'
import { assertNoMembers, notifyStaff, takeAddress } from '../steps/apply-receiving-address.ts'

/**
 * Names where members pay to from now on: in the sandbox at once; in live it is proposed, all of
 * the staff are mailed, and it counts a day after a second admin has agreed. Throws
 * `invalid_address` (422), `already_proposed` (409).
 */
export async function changeReceivingAddress(
  app: App,
  owner: Staff,
  input: AddressChange,
): Promise<Proposal | null> {
  const act = 'receiving-address.change'
  assertPermitted(owner, act)

  const { method } = input
  const address = parseReceivingAddress(app.config, method, input.address)
  const proposal = await runInTransaction(app.db, async (tx) => {
    if (getSecondAdminThreshold(act, app.config.MODE) === null) {
      await takeAddress(tx, app, owner, { method, address })
      return null
    }

    if (await findOpenProposal(tx, act, method, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'An address for this method waits for a second admin already.',
        'address',
      )

    await assertNoMembers(tx, address)
    await notifyStaff(tx, app, owner, { method, address, effectiveFrom: null })

    return await propose(tx, app, owner, {
      permission: act,
      subjectId: method,
      content: { method, address },
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
