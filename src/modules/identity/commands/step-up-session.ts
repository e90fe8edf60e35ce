import type { App } from '#platform/app.ts'
import { isCorrectPassword } from '#platform/auth/passwords.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, resetLimit } from '#platform/http/limit.ts'
import { refusals } from '../model/factor-refusals.ts'
import { hasFactor, type Proof } from '../model/factors.ts'
import { LIMITS, type Person } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { findPasswordHash } from '../queries.ts'
import { lockCredential } from '../steps/lock-credential.ts'
import { markProved } from '../steps/mark-proved.ts'
import { type RenewedToken, renewToken } from '../steps/renew-token.ts'
import { type FactorProof, FIELD_OF, getFactorMethod, showFactor } from '../steps/show-factor.ts'

export type StepUp = FactorProof & { password?: string | undefined }

/**
 * Authenticates the user of a session again, for five minutes: by the second factor, or by the
 * password if none is set up. Returns the method and renews the session's token, so that a copy of
 * the old one is worthless. A wrong attempt counts although the call fails.
 */
export async function stepUpSession(
  app: App,
  person: Person,
  sessionId: string,
  input: StepUp,
): Promise<RenewedToken & { by: Proof }> {
  const by = input.password ? 'password' : getFactorMethod(input)
  if (input.password && (input.code || input.recoveryCode || input.passkey))
    throw refusals.oneProof()

  await limit(app, 'second-factor', person.id, LIMITS.secondFactor)

  const hash = input.password ? await findMatchingHash(app, person.id, input.password) : null
  const proven = await runInTransaction(app.db, async (tx) => {
    const bound = { purpose: 'step-up', boundTo: sessionId } as const
    const right =
      by === 'password'
        ? hash !== null && (await isPasswordSufficient(tx, person.id, hash))
        : await showFactor(tx, app, person, input, bound)
    if (!right) return null

    await resetLimit({ ...app, db: tx }, 'second-factor', person.id)
    await markProved(tx, sessionId, by, app.clock.now())

    return await renewToken(tx, sessionId, app.clock.now())
  })
  if (!proven) throw refusals.wrongFactor(by === 'password' ? 'password' : FIELD_OF[by])

  return { ...proven, by }
}

async function findMatchingHash(
  app: App,
  personId: string,
  password: string,
): Promise<string | null> {
  const hash = await findPasswordHash(app.db, personId)
  return hash && (await isCorrectPassword(hash, password)) ? hash : null
}

/** Returns whether the password is sufficient: only without a second factor. */
const isPasswordSufficient = async (tx: Tx, personId: string, hash: string) =>
  (await lockCredential(tx, personId, hash)) && !hasFactor(await getFactors(tx, personId))
