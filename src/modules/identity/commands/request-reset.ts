import type { App } from '#platform/app.ts'
import { limit } from '#platform/http-limit.ts'
import { sendResetLink } from '../acts/send-reset-link.ts'
import { emailKey, LIMITS, type Visitor } from '../model.ts'
import { findMemberByEmail } from '../queries.ts'

/** Mails a member a link for a new password; an address that no member has gets nothing, and nobody is told. */
export async function requestReset(app: App, from: Visitor, { email }: { email: string }): Promise<void> {
  await limit(app, 'reset-from', from.address, LIMITS.resetFrom)
  await limit(app, 'reset', emailKey(email), LIMITS.reset)
  await app.db.transaction().execute(async (tx) => {
    const member = await findMemberByEmail(tx, email)
    if (member) await sendResetLink(tx, app, member)
  })
}
