import type { App } from '#platform/app.ts'
import { isCorrectPassword } from '#platform/auth/passwords.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { hasFactor, listFactorMethods, SecondFactorNeeded } from '../model/factors.ts'
import { CODE_RESEND_MS, failures, type Member, normalizeEmail, type Visitor } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { findMemberByEmail, findPasswordHash } from '../queries.ts'
import { completeSignIn } from '../steps/complete-sign-in.ts'
import { countSource, countTry, resetTries } from '../steps/count-try.ts'
import { createMfaChallenge } from '../steps/create-mfa-challenge.ts'
import { lockCredential } from '../steps/lock-credential.ts'
import type { OpenedSession } from '../steps/open-session.ts'
import { recordSignInAttempt } from '../steps/record-sign-in-attempt.ts'
import { sendCode } from '../steps/send-code.ts'
import { computeUpgradedHash, storeUpgradedHash } from '../steps/set-password.ts'
import type { IdentityTables } from '../tables.ts'

export type LoginInput = { email: string; password: string; rememberMe?: boolean | undefined }

/**
 * Opens a member's session, or creates an MFA challenge if a second factor is set up
 * (`SecondFactorNeeded`). A wrong password and an unknown address take the same time and get the
 * same error. An unverified member is mailed a new code.
 */
export async function logInMember(
  app: App,
  from: Visitor,
  input: LoginInput,
): Promise<OpenedSession & { member: Member }> {
  const email = normalizeEmail(input.email)
  await countSource(app, from)

  const member = await findMemberByEmail(app.db, email)
  const tries = await countTry(app, from, 'log-in', { key: email, personId: member?.id })
  const hash = await findPasswordHash(app.db, member?.id)
  const passwordMatches = await isCorrectPassword(hash, input.password)
  if (!member || !hash || !passwordMatches)
    throw await recordFailedLogin(app, from, member?.id ?? null)

  await resetTries(app, tries)

  const stronger = await computeUpgradedHash(hash, input.password)
  const opened = await runInTransaction(app.db, async (tx) => {
    if (!(await lockCredential(tx, member.id, hash))) throw failures.login()
    await storeUpgradedHash(tx, member.id, stronger)
    if (member.status === 'unverified') return await resendCode(tx, app, member)
    return await open(tx, app, from, member, input.rememberMe ?? false)
  })
  if (!opened) throw failures.unverified()
  if ('mfaChallenge' in opened) throw new SecondFactorNeeded(opened.mfaChallenge, opened.ways)

  return { ...opened, member }
}

async function recordFailedLogin(app: App, from: Visitor, personId: string | null) {
  const tried = {
    personId,
    outcome: 'wrong-password',
    by: 'password',
    at: app.clock.now(),
  } as const

  await runInTransaction(app.db, (tx) => recordSignInAttempt(tx, from, tried))

  return failures.login()
}

async function open(tx: Tx, app: App, from: Visitor, member: Member, remembered: boolean) {
  const factors = await getFactors(tx, member.id)
  if (hasFactor(factors))
    return {
      mfaChallenge: await createMfaChallenge(tx, app, member.id, remembered),
      ways: listFactorMethods(factors),
    }
  return await completeSignIn(tx, app, from, member, { by: 'password', remembered })
}

async function resendCode(tx: Tx, app: App, member: Member): Promise<undefined> {
  const recentCode = await tx
    .withTables<IdentityTables>()
    .selectFrom('email_code')
    .select('member_id')
    .where('member_id', '=', member.id)
    .where('made_at', '>', new Date(app.clock.now().getTime() - CODE_RESEND_MS))
    .executeTakeFirst()

  if (!recentCode) await sendCode(tx, app, member)
}
