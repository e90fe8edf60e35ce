import type { App } from '#platform/app.ts'
import { passwordFits } from '#platform/passwords.ts'
import { countSource, countTry, forgiveTries } from '../acts/count-try.ts'
import { letIn } from '../acts/let-in.ts'
import { lockCredential } from '../acts/lock-credential.ts'
import { noteSignIn } from '../acts/note-sign-in.ts'
import type { OpenedSession } from '../acts/open-session.ts'
import { openTicket } from '../acts/open-ticket.ts'
import { keepStrongerHash, strongerHash } from '../acts/set-password.ts'
import { hasFactor, SecondFactorNeeded, waysOf } from '../model/factors.ts'
import { type Admin, emailKey, failures, type Visitor } from '../model.ts'
import { factorsOf } from '../queries/factors.ts'
import { findAdminByEmail, findPasswordHash } from '../queries.ts'

export type AdminLogIn = { email: string; password: string }

/**
 * Opens a session of the staff, or a ticket for the second step (`SecondFactorNeeded`); members are
 * unknown here, and nobody is told who is known.
 */
export async function adminLogIn(
  app: App,
  from: Visitor,
  input: AdminLogIn,
): Promise<OpenedSession & { admin: Admin }> {
  const email = emailKey(input.email)
  await countSource(app, from)

  const admin = await findAdminByEmail(app.db, email)
  const tries = await countTry(app, from, 'admin-log-in', { key: email, personId: admin?.id })
  const hash = await findPasswordHash(app.db, admin?.id)
  const fits = await passwordFits(hash, input.password)
  if (!admin || !hash || !fits) throw await noted(app, from, admin?.id ?? null)

  await forgiveTries(app, tries)

  const stronger = await strongerHash(hash, input.password)
  const opened = await app.db.transaction().execute(async (tx) => {
    if (!(await lockCredential(tx, admin.id, hash))) throw failures.login()

    await keepStrongerHash(tx, admin.id, stronger)

    const factors = await factorsOf(tx, admin.id)
    if (!hasFactor(factors))
      return await letIn(tx, app, from, admin, { by: 'password', remembered: false })
    return { ticket: await openTicket(tx, app, admin.id, false), ways: waysOf(factors) }
  })
  if ('ticket' in opened) throw new SecondFactorNeeded(opened.ticket, opened.ways)

  return { ...opened, admin }
}

async function noted(app: App, from: Visitor, personId: string | null) {
  const tried = {
    personId,
    outcome: 'wrong-password',
    by: 'password',
    at: app.clock.now(),
  } as const

  await app.db.transaction().execute((tx) => noteSignIn(tx, from, tried))

  return failures.login()
}
