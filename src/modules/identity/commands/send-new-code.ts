import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { LIMITS, normalizeEmail, type Visitor } from '../model.ts'
import { findMemberByEmail } from '../queries.ts'
import { sendCode } from '../steps/send-code.ts'

/**
 * Mails a new code to an unverified address, at most every 30 s. Does nothing visible for any other
 * address.
 */
export async function sendNewCode(
  app: App,
  from: Visitor,
  { email }: { email: string },
): Promise<void> {
  await limit(app, 'new-code-from', toCallSource(from.address), LIMITS.newCodeFrom)
  await limit(app, 'new-code', normalizeEmail(email), LIMITS.newCode)
  await runInTransaction(app.db, async (tx) => {
    const member = await findMemberByEmail(tx, email)
    if (member?.status === 'unverified') await sendCode(tx, app, member)
  })
}
