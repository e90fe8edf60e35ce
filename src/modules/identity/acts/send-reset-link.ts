import { notify } from '#modules/notifications/acts/queue-mail.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { newToken, tokenDigest } from '#platform/secrets.ts'
import { type Admin, type Member, RESET_LIFE_MS, recipientOf } from '../model.ts'
import type { IdentityTables } from '../tables.ts'

/** Mails a person a link that sets a new password once, within half an hour. */
export async function sendResetLink(tx: Tx, app: App, person: Member | Admin): Promise<void> {
  const now = app.clock.now()
  const token = newToken()
  await tx
    .withTables<IdentityTables>()
    .insertInto('reset_token')
    .values({
      token_digest: tokenDigest(token),
      person_id: person.id,
      made_at: now,
      expires_at: new Date(now.getTime() + RESET_LIFE_MS),
      used_at: null,
    })
    .execute()
  const link = `${app.config.PUBLIC_URL}/reset-password/${token}`
  await notify(tx, app, recipientOf(person), 'reset-password', { link })
}
