import type { App } from '#platform/app.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { LIMITS, normalizeEmail, type Visitor } from '../model.ts'
import { findAdminByEmail } from '../queries.ts'
import { sendResetLink } from '../steps/send-reset-link.ts'

/**
 * Mails a member of staff a link for a new password; any other address gets nothing, and nobody is
 * told.
 */
export async function requestAdminReset(
  app: App,
  from: Visitor,
  { email }: { email: string },
): Promise<void> {
  await limit(app, 'reset-from', toCallSource(from.address), LIMITS.resetFrom)
  await limit(app, 'admin-reset', normalizeEmail(email), LIMITS.reset)
  await app.db.transaction().execute(async (tx) => {
    const admin = await findAdminByEmail(tx, email)
    if (admin) await sendResetLink(tx, app, admin)
  })
}
