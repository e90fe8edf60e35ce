import { notify } from '#modules/notifications/steps/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Admin, type Member, RESET_LIFE_MS, toRecipient } from '../model.ts'
import { makePasswordLink } from './make-password-link.ts'

/** Mails a person a password link that works once, within half an hour. */
export async function sendResetLink(tx: Tx, app: App, person: Member | Admin): Promise<void> {
  const audience = person.kind === 'admin' ? 'staff' : 'member'
  const { link } = await makePasswordLink(tx, app, person.id, RESET_LIFE_MS, audience)
  await notify(tx, app, toRecipient(person), 'reset-password', { link })
}
