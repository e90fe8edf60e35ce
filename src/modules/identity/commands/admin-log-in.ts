import type { App } from '#platform/app.ts'
import { forgive, limit } from '#platform/http-limit.ts'
import { passwordFits } from '#platform/passwords.ts'
import { letIn } from '../acts/let-in.ts'
import { lockCredential } from '../acts/lock-credential.ts'
import { noteSignIn } from '../acts/note-sign-in.ts'
import type { OpenedSession } from '../acts/open-session.ts'
import { openTicket } from '../acts/open-ticket.ts'
import { hasFactor, SecondFactorNeeded, waysOf } from '../model/factors.ts'
import { type Admin, emailKey, failures, LIMITS, type Visitor } from '../model.ts'
import { factorsOf } from '../queries/factors.ts'
import { findAdminByEmail, findPasswordHash } from '../queries.ts'

export type AdminLogIn = { email: string; password: string }

/**
 * Opens a session of the staff, or a ticket for the second step (`SecondFactorNeeded`); members are unknown here, and
 * nobody is told who is known.
 */
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
  if (!admin || !hash || !fits) throw await noted(app, from, admin?.id ?? null)
  await forgive(app, 'admin-log-in', email)
  const opened = await app.db.transaction().execute(async (tx) => {
    if (!(await lockCredential(tx, admin.id, hash))) throw failures.login()
    const factors = await factorsOf(tx, admin.id)
    if (!hasFactor(factors)) return await letIn(tx, app, from, admin, { by: 'password', remembered: false })
    return { ticket: await openTicket(tx, app, admin.id, false), ways: waysOf(factors) }
  })
  if ('ticket' in opened) throw new SecondFactorNeeded(opened.ticket, opened.ways)
  return { ...opened, admin }
}

async function noted(app: App, from: Visitor, personId: string | null) {
  const tried = { personId, outcome: 'wrong-password', by: 'password', at: app.clock.now() } as const
  await app.db.transaction().execute((tx) => noteSignIn(tx, from, tried))
  return failures.login()
}
