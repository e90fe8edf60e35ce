import { record } from '#modules/audit/acts/record-act.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { forgive, limit } from '#platform/http-limit.ts'
import { passwordFits } from '#platform/passwords.ts'
import { lockCredential } from '../acts/lock-credential.ts'
import { type OpenedSession, openSession } from '../acts/open-session.ts'
import { sendCode } from '../acts/send-code.ts'
import { CODE_RESEND_MS, emailKey, failures, LIMITS, type Member, type Visitor } from '../model.ts'
import { findMemberByEmail, findPasswordHash } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

export type LogIn = { email: string; password: string; rememberMe?: boolean | undefined }

/**
 * Opens a member's session. A wrong password and an unknown address cost the same and are told in the same words. Who
 * isn't verified gets a new code instead of a session.
 */
export async function logIn(
  app: App,
  from: Visitor,
  input: LogIn,
): Promise<OpenedSession & { member: Member }> {
  const email = emailKey(input.email)
  await limit(app, 'log-in-from', from.address, LIMITS.logInFrom)
  await limit(app, 'log-in', email, LIMITS.logIn)
  const member = await findMemberByEmail(app.db, email)
  const hash = await findPasswordHash(app.db, member?.id)
  const fits = await passwordFits(hash, input.password)
  if (!member || !hash || !fits) throw failures.login()
  await forgive(app, 'log-in', email)
  const opened = await app.db.transaction().execute(async (tx) => {
    if (!(await lockCredential(tx, member.id, hash))) throw failures.login()
    if (member.status === 'unverified') return await resendCode(tx, app, member)
    return await open(tx, app, from, member, input.rememberMe ?? false)
  })
  if (!opened) throw failures.unverified()
  return { ...opened, member }
}

async function open(tx: Tx, app: App, from: Visitor, member: Member, remembered: boolean) {
  const now = app.clock.now()
  await tx
    .withTables<IdentityTables>()
    .updateTable('member')
    .set({ last_sign_in_at: now })
    .where('id', '=', member.id)
    .execute()
  await record(tx, now, member, 'member.signed-in', member.id, { address: from.address })
  return await openSession(tx, member.id, remembered ? 'remembered' : 'member', from, now)
}

async function resendCode(tx: Tx, app: App, member: Member): Promise<undefined> {
  const fresh = await tx
    .withTables<IdentityTables>()
    .selectFrom('email_code')
    .select('member_id')
    .where('member_id', '=', member.id)
    .where('made_at', '>', new Date(app.clock.now().getTime() - CODE_RESEND_MS))
    .executeTakeFirst()
  if (!fresh) await sendCode(tx, app, member)
}
