import { DomainError } from '#lib/errors.ts'
import {
  assertPermitted,
  getSecondAdminThreshold,
  type Proposal,
} from '#modules/approvals/model.ts'
import { findOpenProposal } from '#modules/approvals/queries.ts'
import { propose } from '#modules/approvals/steps/propose.ts'
import { type AddressSourceInput, parseAddressSourceInput } from '#modules/chains/queries.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { AddressSourceContent } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { describeAddressSource } from '../model.ts'
import { applyAddressSource, assertNoneSavedByMember } from '../steps/apply-address-source.ts'
import { notifyStaff } from '../steps/apply-receiving-address.ts'

export type ChangeAddressSource = AddressSourceInput & {
  /** xpub: the owner states that the first addresses are those of the wallet. */
  compared?: boolean | undefined
}

const PERMISSION = 'receiving-address.change'

/**
 * Changes where a method's addresses come from at once in the sandbox, and returns null. In live,
 * returns a proposal: a second admin approves it, and it takes effect 24 hours later. All staff are
 * mailed. Throws `not_compared` (422), `already_proposed` (409), and what `parseAddressSourceInput`
 * throws.
 */
export async function changeAddressSource(
  app: App,
  owner: Staff,
  { compared, ...input }: ChangeAddressSource,
): Promise<Proposal | null> {
  assertPermitted(owner, PERMISSION)

  const content = parseAddressSourceInput(app.config, input)
  if (content.mode === 'xpub' && !compared)
    throw new DomainError(
      'not_compared',
      422,
      'Compare the first three addresses with your wallet, and confirm that they match.',
      'compared',
    )

  const proposal = await runInTransaction(app.db, async (tx) => {
    if (getSecondAdminThreshold(PERMISSION, app.config.MODE) !== null)
      return await proposeSource(tx, app, owner, content)

    await applyAddressSource(tx, app, owner, content)
    return null
  })

  app.events.publish(STAFF, 'approvals')

  return proposal
}

async function proposeSource(tx: Tx, app: App, owner: Staff, content: AddressSourceContent) {
  const { method } = content
  if (await findOpenProposal(tx, PERMISSION, method, app.clock.now()))
    throw new DomainError(
      'already_proposed',
      409,
      'A change for this method is already waiting for approval.',
      'mode',
    )

  await assertNoneSavedByMember(tx, app.config, content)
  const address = describeAddressSource(content)
  await notifyStaff(tx, app, owner, { method, address, effectiveFrom: null })

  return await propose(tx, app, owner, { permission: PERMISSION, subjectId: method, content })
}
