import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { refusals } from '../model/factor-refusals.ts'
import type { Person, Visitor } from '../model.ts'
import { getPerson } from '../queries.ts'
import { completeSignIn } from '../steps/complete-sign-in.ts'
import {
  buildMfaBinding,
  consumeMfaChallenge,
  getMfaPersonId,
  lockMfaChallenge,
} from '../steps/consume-mfa-challenge.ts'
import { countSource, countTry, resetTries } from '../steps/count-try.ts'
import { lockUnchangedCredential } from '../steps/lock-credential.ts'
import type { OpenedSession } from '../steps/open-session.ts'
import { recordSignInAttempt } from '../steps/record-sign-in-attempt.ts'
import { type FactorProof, FIELD_OF, getFactorMethod, showFactor } from '../steps/show-factor.ts'

export type FinishLoginInput = FactorProof & { kind: Person['kind']; mfaChallenge: string }

/**
 * Completes a sign-in with the second factor. The MFA challenge works once, for the kind of account
 * that it was issued for. A wrong factor does not use it up, and counts towards the person's limit
 * across all challenges.
 */
export async function finishLogin(
  app: App,
  from: Visitor,
  input: FinishLoginInput,
): Promise<OpenedSession> {
  const { mfaChallenge } = input
  await countSource(app, from)

  const by = getFactorMethod(input)
  const person = await getPerson(app.db, await getMfaPersonId(app.db, app, mfaChallenge))
  if (person.kind !== input.kind) throw refusals.invalidMfaChallenge()

  const tries = await countTry(app, from, 'second-factor', { key: person.id, personId: person.id })
  const opened = await runInTransaction(app.db, async (tx) => {
    const { madeAt, remembered } = await lockMfaChallenge(tx, app, mfaChallenge)
    if (!(await lockUnchangedCredential(tx, person.id, madeAt)))
      throw refusals.invalidMfaChallenge()

    if (await showFactor(tx, app, person, input, buildMfaBinding(mfaChallenge))) {
      await consumeMfaChallenge(tx, app, mfaChallenge)
      await resetTries({ ...app, db: tx }, tries)
      return await completeSignIn(tx, app, from, person, { by, remembered })
    }

    await recordSignInAttempt(tx, from, {
      personId: person.id,
      outcome: 'wrong-factor',
      by,
      at: app.clock.now(),
    })
  })
  if (!opened) throw refusals.wrongFactor(FIELD_OF[by])

  return opened
}
