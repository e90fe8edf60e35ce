import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { passwordFits } from '#platform/passwords.ts'
import { countSource, countTry, forgiveTries } from '../acts/count-try.ts'
import { letIn } from '../acts/let-in.ts'
import { lockCredential } from '../acts/lock-credential.ts'
import { noteSignIn } from '../acts/note-sign-in.ts'
import type { OpenedSession } from '../acts/open-session.ts'
import { openTicket } from '../acts/open-ticket.ts'
import { sendCode } from '../acts/send-code.ts'
import { keepStrongerHash, strongerHash } from '../acts/set-password.ts'
import { hasFactor, SecondFactorNeeded, waysOf } from '../model/factors.ts'
import { CODE_RESEND_MS, emailKey, failures, type Member, type Visitor } from '../model.ts'
import { factorsOf } from '../queries/factors.ts'
import { findMemberByEmail, findPasswordHash } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

export type LogIn = { email: string; password: string; rememberMe?: boolean | undefined }

/**
 * Opens a member's session; whoever has a second factor gets a ticket for that step instead
 * (`SecondFactorNeeded`). A wrong password and an unknown address cost the same and are told in the
 * same words. Who isn't verified gets a new code.
 */
export async function logIn(
  app: App,
  from: Visitor,
  input: LogIn,
): Promise<OpenedSession & { member: Member }> {
  const email = emailKey(input.email)
  await countSource(app, from)

  const member = await findMemberByEmail(app.db, email)
  const tries = await countTry(app, from, 'log-in', { key: email, personId: member?.id })
  const hash = await findPasswordHash(app.db, member?.id)
  const fits = await passwordFits(hash, input.password)
  if (!member || !hash || !fits) throw await noted(app, from, member?.id ?? null)

  await forgiveTries(app, tries)

  const stronger = await strongerHash(hash, input.password)
  const opened = await app.db.transaction().execute(async (tx) => {
    if (!(await lockCredential(tx, member.id, hash))) throw failures.login()
    await keepStrongerHash(tx, member.id, stronger)
    if (member.status === 'unverified') return await resendCode(tx, app, member)
    return await open(tx, app, from, member, input.rememberMe ?? false)
  })
  if (!opened) throw failures.unverified()
  if ('ticket' in opened) throw new SecondFactorNeeded(opened.ticket, opened.ways)

  return { ...opened, member }
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

async function open(tx: Tx, app: App, from: Visitor, member: Member, remembered: boolean) {
  const factors = await factorsOf(tx, member.id)
  if (hasFactor(factors))
    return { ticket: await openTicket(tx, app, member.id, remembered), ways: waysOf(factors) }
  return await letIn(tx, app, from, member, { by: 'password', remembered })
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
