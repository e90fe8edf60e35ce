import type { App } from '#platform/app.ts'
import { isCorrectPassword } from '#platform/auth/passwords.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { hasFactor, listFactorMethods, SecondFactorNeeded } from '../model/factors.ts'
import { type Admin, failures, normalizeEmail, type Visitor } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { findAdminByEmail, findPasswordHash } from '../queries.ts'
import { completeSignIn } from '../steps/complete-sign-in.ts'
import { countSource, countTry, resetTries } from '../steps/count-try.ts'
import { createMfaChallenge } from '../steps/create-mfa-challenge.ts'
import { lockCredential } from '../steps/lock-credential.ts'
import type { OpenedSession } from '../steps/open-session.ts'
import { recordSignInAttempt } from '../steps/record-sign-in-attempt.ts'
import { computeUpgradedHash, storeUpgradedHash } from '../steps/set-password.ts'

export type AdminLoginInput = { email: string; password: string }

/**
 * Opens a staff session, or creates an MFA challenge for the second step (`SecondFactorNeeded`).
 * Members are unknown here; the error never reveals which addresses exist.
 */
export async function logInAdmin(
  app: App,
  from: Visitor,
  input: AdminLoginInput,
): Promise<OpenedSession & { admin: Admin }> {
  const email = normalizeEmail(input.email)
  await countSource(app, from)

  const admin = await findAdminByEmail(app.db, email)
  const tries = await countTry(app, from, 'admin-log-in', { key: email, personId: admin?.id })
  const hash = await findPasswordHash(app.db, admin?.id)
  const passwordMatches = await isCorrectPassword(hash, input.password)
  if (!admin || !hash || !passwordMatches)
    throw await recordFailedLogin(app, from, admin?.id ?? null)

  await resetTries(app, tries)

  const stronger = await computeUpgradedHash(hash, input.password)
  const opened = await runInTransaction(app.db, async (tx) => {
    if (!(await lockCredential(tx, admin.id, hash))) throw failures.login()

    await storeUpgradedHash(tx, admin.id, stronger)

    const factors = await getFactors(tx, admin.id)
    if (!hasFactor(factors))
      return await completeSignIn(tx, app, from, admin, { by: 'password', remembered: false })
    return {
      mfaChallenge: await createMfaChallenge(tx, app, admin.id, false),
      ways: listFactorMethods(factors),
    }
  })
  if ('mfaChallenge' in opened) throw new SecondFactorNeeded(opened.mfaChallenge, opened.ways)

  return { ...opened, admin }
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
