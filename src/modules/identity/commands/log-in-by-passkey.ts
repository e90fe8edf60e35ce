import type { App } from '#platform/app.ts'
import type { PasskeyAnswer } from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { refusals } from '../model/factor-refusals.ts'
import type { Person, Visitor } from '../model.ts'
import { findPasskey } from '../queries/factors.ts'
import { getPerson } from '../queries.ts'
import { bindToVisit } from '../steps/challenge.ts'
import { completeSignIn } from '../steps/complete-sign-in.ts'
import { takePasskey } from '../steps/consume-passkey.ts'
import { countSource, countTry, resetTries } from '../steps/count-try.ts'
import { lockUnchangedCredential } from '../steps/lock-credential.ts'
import type { OpenedSession } from '../steps/open-session.ts'
import { recordSignInAttempt } from '../steps/record-sign-in-attempt.ts'

export type LogInByPasskey = {
  kind: Person['kind']
  mfaChallenge: string
  passkey: PasskeyAnswer
} & {
  rememberMe?: boolean | undefined
}

/**
 * Opens a session by a passkey alone: the device has verified its user, so it replaces password and
 * second factor.
 */
export async function logInByPasskey(
  app: App,
  from: Visitor,
  input: LogInByPasskey,
): Promise<OpenedSession> {
  await countSource(app, from)

  const owner = (await findPasskey(app.db, input.passkey.id))?.personId
  const tries = owner
    ? await countTry(app, from, 'second-factor', { key: owner, personId: owner })
    : null
  const opened = await runInTransaction(app.db, async (tx) => {
    const personId = await takePasskey(tx, app, input.passkey, bindToVisit(input.mfaChallenge))
    const person = personId && (await mayEnter(tx, personId, input.kind))

    if (person) {
      if (tries) await resetTries({ ...app, db: tx }, tries)
      return await completeSignIn(tx, app, from, person, {
        by: 'passkey',
        remembered: !!input.rememberMe,
      })
    }

    const tried = { personId: owner ?? null, outcome: 'wrong-factor', by: 'passkey' } as const
    await recordSignInAttempt(tx, from, { ...tried, at: app.clock.now() })
  })
  if (!opened) throw refusals.passkeyLogIn()

  return opened
}

/**
 * Returns the person if the account is of this kind and not under a compromise report, else null.
 */
async function mayEnter(tx: Tx, personId: string, kind: Person['kind']) {
  const person = await getPerson(tx, personId)
  return person.kind === kind && (await lockUnchangedCredential(tx, personId)) ? person : null
}
