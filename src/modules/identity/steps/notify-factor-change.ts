import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { FactorChange } from '../model/factors.ts'
import { type Person, toRecipient } from '../model.ts'
import { createPersonCompromiseLink } from './create-compromise-link.ts'
import { freezeWithdrawals } from './freeze-withdrawals.ts'

type FactorChangeInput = {
  what: FactorChange
  /** The passkey's name, if the change is about one. */
  name?: string
  /** The actor, if it isn't the person. */
  by?: Actor
  reason?: string
}

/** Changes that neither add nor remove a factor. */
const WITHOUT_FREEZE: readonly FactorChange[] = ['codes-renewed', 'code-used', 'passkey-copied']

/**
 * Writes the audit event of a change of sign-in methods, mails the person with a "This wasn't me"
 * link, and freezes a member's withdrawals for 24 hours.
 */
export async function notifyFactorChange(
  tx: Tx,
  app: App,
  person: Person,
  input: FactorChangeInput,
): Promise<void> {
  const { what, name, by = person, reason } = input
  const now = app.clock.now()
  const staff = person.kind === 'admin'
  const frozen = !staff && !WITHOUT_FREEZE.includes(what)

  if (frozen) await freezeWithdrawals(tx, person.id, now)

  const link = await createPersonCompromiseLink(tx, app, person, what)
  const named = { ...(name && { name }), ...(reason && { reason }) }
  const facts = { what, ...named, frozen, staff, at: now, link }

  await notify(tx, app, toRecipient(person), 'factor-changed', facts)
  await record(tx, now, by, `factor.${what}`, person.id, named)
}
