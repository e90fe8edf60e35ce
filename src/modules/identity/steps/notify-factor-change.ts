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
  /** The passkey's name, where it is about one. */
  name?: string
  /** Who did it, when it wasn't the person. */
  by?: Actor
  reason?: string
}

/** These add no factor and take none away. */
const WITHOUT_FREEZE: readonly FactorChange[] = ['codes-renewed', 'code-used', 'passkey-copied']

/**
 * Writes a change of how somebody signs in down and mails it with 'this wasn't me'; a member's
 * withdrawals rest a day.
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
