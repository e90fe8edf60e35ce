import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { LIMITS, normalizeEmail, type Visitor } from '../model.ts'
import { isDisputed } from '../queries/disputed.ts'
import { findMemberByEmail } from '../queries.ts'
import { lockMember } from '../steps/lock-member.ts'
import { sendResetLink } from '../steps/send-reset-link.ts'

/**
 * Mails a member a password link. Does nothing visible for an unknown address, or one that a
 * compromise report has disputed.
 */
export async function requestReset(
  app: App,
  from: Visitor,
  { email }: { email: string },
): Promise<void> {
  await limit(app, 'reset-from', toCallSource(from.address), LIMITS.resetFrom)
  await limit(app, 'reset', normalizeEmail(email), LIMITS.reset)
  await runInTransaction(app.db, async (tx) => {
    const found = await findMemberByEmail(tx, email)
    // waits for a compromise report that restores the address
    const member = found && (await lockMember(tx, found.id))
    if (member?.email === normalizeEmail(email) && !(await isDisputed(tx, member)))
      await sendResetLink(tx, app, member)
  })
}
