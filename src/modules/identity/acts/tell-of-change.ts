import { record } from '#modules/audit/acts/record-act.ts'
import type { Actor } from '#modules/audit/model.ts'
import { notify } from '#modules/notifications/acts/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import type { FactorChange } from '../model/factors.ts'
import { type Person, recipientOf } from '../model.ts'
import { freezeWithdrawals } from './freeze-withdrawals.ts'
import { makeReportLink } from './make-report-link.ts'

type Told = {
  what: FactorChange
  /** The passkey's name, where it is about one. */
  name?: string
  /** The factor that was added, which 'this wasn't me' takes out again. */
  added?: string
  /** Who did it, when it wasn't the person. */
  by?: Actor
  reason?: string
}

/** These add no factor and take none away. */
const WITHOUT_FREEZE: readonly FactorChange[] = ['codes-renewed', 'code-used', 'passkey-copied']

/** Writes a change of how somebody signs in down, mails it with 'this wasn't me', and rests withdrawals for a day. */
export async function tellOfChange(tx: Tx, app: App, person: Person, told: Told): Promise<void> {
  const { what, name, added, by = person, reason } = told
  const now = app.clock.now()
  const frozen = person.kind === 'member' && !WITHOUT_FREEZE.includes(what)
  if (frozen) await freezeWithdrawals(tx, person, now)
  const link = await makeReportLink(tx, app, person.id, added ?? null)
  const named = { ...(name && { name }), ...(reason && { reason }) }
  await notify(tx, app, recipientOf(person), 'factor-changed', {
    ...{ what, ...named, frozen, staff: person.kind === 'admin', at: now.toISOString(), link },
  })
  await record(tx, now, by, `factor.${what}`, person.id, named)
}
