import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { buildRegistrationOptions } from '#platform/auth/webauthn.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { MAX_PASSKEYS } from '../model/factor-limits.ts'
import { refusals } from '../model/factor-refusals.ts'
import type { Person } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { makeChallenge } from '../steps/challenge.ts'

/** Returns the options for creating a passkey, valid for five minutes in this session. */
export async function beginPasskey(app: App, person: Person, sessionId: string) {
  const { passkeys } = await getFactors(app.db, person.id)
  if (passkeys.length >= MAX_PASSKEYS) throw refusals.tooManyPasskeys()

  const { legalName: operatorName } = await getSetting(app.db, app.config, 'operator')
  const bound = { purpose: 'register', boundTo: sessionId } as const
  const challenge = await runInTransaction(app.db, (tx) => makeChallenge(tx, app, bound))
  return await buildRegistrationOptions(
    app.config,
    challenge,
    { ...person, operatorName },
    passkeys,
  )
}
