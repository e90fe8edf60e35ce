import { DomainError } from '#lib/errors.ts'
import {
  assertPermitted,
  getSecondAdminThreshold,
  type Proposal,
} from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import type { Staff } from '#modules/identity/model.ts'
import { parseReceivingAddress } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import type { AddressChange } from '../model.ts'
import {
  applyReceivingAddress,
  assertNotSavedByMember,
  notifyStaff,
} from '../steps/apply-receiving-address.ts'

/**
 * Changes the receiving address of a payment method at once in the sandbox, and returns null. In
 * live, returns a proposal: a second admin approves it, and the address takes effect 24 hours
 * later. All staff are mailed. Throws `invalid_address` (422), `already_proposed` (409).
 */
export async function changeReceivingAddress(
  app: App,
  owner: Staff,
  input: AddressChange,
): Promise<Proposal | null> {
  const permission = 'receiving-address.change'
  assertPermitted(owner, permission)

  const { method } = input
  const address = parseReceivingAddress(app.config, method, input.address)
  const proposal = await runInTransaction(app.db, async (tx) => {
    if (getSecondAdminThreshold(permission, app.config.MODE) === null) {
      await applyReceivingAddress(tx, app, owner, { method, address })
      return null
    }

    if (await findOpenProposal(tx, permission, method, app.clock.now()))
      throw new DomainError(
        'already_proposed',
        409,
        'A new address for this method is already waiting for approval.',
        'address',
      )

    await assertNotSavedByMember(tx, address)
    await notifyStaff(tx, app, owner, { method, address, effectiveFrom: null })

    return await propose(tx, app, owner, {
      permission,
      subjectId: method,
      content: { method, address },
    })
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}
