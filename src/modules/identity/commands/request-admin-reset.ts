import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { LIMITS, normalizeEmail, type Visitor } from '../model.ts'
import { findAdminByEmail } from '../queries.ts'
import { sendResetLink } from '../steps/send-reset-link.ts'

/** Mails a staff member a password link. Does nothing visible for any other address. */
export async function requestAdminReset(
  app: App,
  from: Visitor,
  { email }: { email: string },
): Promise<void> {
  await limit(app, 'reset-from', toCallSource(from.address), LIMITS.resetFrom)
  await limit(app, 'admin-reset', normalizeEmail(email), LIMITS.reset)
  await runInTransaction(app.db, async (tx) => {
    const admin = await findAdminByEmail(tx, email)
    if (admin) await sendResetLink(tx, app, admin)
  })
}
