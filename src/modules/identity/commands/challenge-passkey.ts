import type { App } from '#platform/app.ts'
import { createToken } from '#platform/auth/secrets.ts'
import { buildAuthenticationOptions } from '#platform/auth/webauthn.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { limit, toCallSource } from '#platform/http/limit.ts'
import { LIMITS, type Visitor } from '../model.ts'
import { getFactors } from '../queries/factors.ts'
import { type Bound, bindToVisit, makeChallenge } from '../steps/challenge.ts'
import { buildMfaBinding, getMfaPersonId } from '../steps/consume-mfa-challenge.ts'

/**
 * The requester of a passkey challenge: a session, a sign-in with an MFA challenge, or a visitor
 * who signs in by passkey alone.
 */
export type ChallengePasskey =
  | { personId: string; sessionId: string }
  | { mfaChallenge: string }
  | { visit: true }

/** Returns the options for requesting a passkey, and the token to send back with its answer. */
export async function challengePasskey(app: App, from: Visitor, request: ChallengePasskey) {
  await limit(app, 'passkey-from', toCallSource(from.address), LIMITS.passkeyFrom)

  const challengeToken = 'mfaChallenge' in request ? request.mfaChallenge : createToken()
  const personId =
    'mfaChallenge' in request
      ? await getMfaPersonId(app.db, app, challengeToken)
      : getPersonId(request)
  const passkeys = personId ? (await getFactors(app.db, personId)).passkeys : []
  const usable = passkeys.filter(({ copiedAt }) => !copiedAt)
  const bound = buildBinding(request, challengeToken)
  const challenge = await runInTransaction(app.db, (tx) => makeChallenge(tx, app, bound))

  return {
    token: challengeToken,
    options: await buildAuthenticationOptions(
      app.config,
      challenge,
      usable,
      bound.purpose === 'log-in',
    ),
  }
}

const getPersonId = (request: ChallengePasskey) => ('personId' in request ? request.personId : null)

function buildBinding(request: ChallengePasskey, challengeToken: string): Bound {
  if ('sessionId' in request) return { purpose: 'step-up', boundTo: request.sessionId }
  return 'visit' in request ? bindToVisit(challengeToken) : buildMfaBinding(challengeToken)
}
