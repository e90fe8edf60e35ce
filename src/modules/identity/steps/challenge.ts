import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import { createChallenge } from '#platform/auth/webauthn.ts'
import type { Tx } from '#platform/db/db.ts'
import { CHALLENGE_LIFE_MS } from '../model/factor-limits.ts'
import type { ChallengePurpose, IdentityTables } from '../tables.ts'

/** The purpose of a challenge, and the session or sign-in that it belongs to. */
export type Bound = { purpose: ChallengePurpose; boundTo: string }

/**
 * Returns the binding of a passkey sign-in without a password: the token that came with the
 * challenge.
 */
export const bindToVisit = (challengeToken: string): Bound => ({
  purpose: 'log-in',
  boundTo: hashToken(challengeToken).toString('hex'),
})

/**
 * Returns the binding of a new approval key: the session, apart from its passkeys to log in with.
 */
export const bindApprovalKey = (sessionId: string): Bound => ({
  purpose: 'register',
  boundTo: `${sessionId}/approvals`,
})

/** Creates a challenge for a passkey to sign, valid for five minutes. */
export async function makeChallenge(tx: Tx, app: Pick<App, 'clock'>, { purpose, boundTo }: Bound) {
  const challenge = createChallenge()
  const now = app.clock.now()
  await tx
    .withTables<IdentityTables>()
    .insertInto('passkey_challenge')
    .values({
      digest: hashToken(Buffer.from(challenge).toString('base64url')),
      purpose,
      bound_to: boundTo,
      made_at: now,
      expires_at: new Date(now.getTime() + CHALLENGE_LIFE_MS),
    })
    .execute()

  return challenge
}

/**
 * Uses up a challenge, whatever the outcome, and returns whether it was valid for this purpose,
 * binding and time.
 */
export async function takeChallenge(
  tx: Tx,
  app: Pick<App, 'clock'>,
  challenge: string,
  { purpose, boundTo }: Bound,
): Promise<boolean> {
  const taken = await tx
    .withTables<IdentityTables>()
    .deleteFrom('passkey_challenge')
    .where('digest', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .where('expires_at', '>', app.clock.now())
    .returning('digest')
    .executeTakeFirst()

  return taken !== undefined
}
