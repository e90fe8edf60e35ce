import { record } from '#modules/audit/acts/record-act.ts'
import type { App } from '#platform/app.ts'
import { forgive, limit } from '#platform/http-limit.ts'
import { passwordFits } from '#platform/passwords.ts'
import { lockCredential } from '../acts/lock-credential.ts'
import { type OpenedSession, openSession } from '../acts/open-session.ts'
import { type Admin, emailKey, failures, LIMITS, type Visitor } from '../model.ts'
import { findAdminByEmail, findPasswordHash } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

export type AdminLogIn = { email: string; password: string }

/** Opens a session of the staff; members are unknown here, and nobody is told who is known. */
export async function adminLogIn(
  app: App,
  from: Visitor,
  input: AdminLogIn,
): Promise<OpenedSession & { admin: Admin }> {
  const email = emailKey(input.email)
  await limit(app, 'log-in-from', from.address, LIMITS.logInFrom)
  await limit(app, 'admin-log-in', email, LIMITS.logIn)
  const admin = await findAdminByEmail(app.db, email)
  const hash = await findPasswordHash(app.db, admin?.id)
  const fits = await passwordFits(hash, input.password)
  if (!admin || !hash || !fits) throw failures.login()
  await forgive(app, 'admin-log-in', email)
  const opened = await app.db.transaction().execute(async (tx) => {
    const now = app.clock.now()
    if (!(await lockCredential(tx, admin.id, hash))) throw failures.login()
    const staff = tx.withTables<IdentityTables>().updateTable('staff')
    await staff.set({ last_sign_in_at: now }).where('id', '=', admin.id).execute()
    await record(tx, now, admin, 'admin.signed-in', admin.id, { address: from.address })
    return await openSession(tx, admin.id, 'admin', from, now)
  })
  return { ...opened, admin }
}
