import type { App } from '#platform/app.ts'
import { createToken, hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import { MFA_CHALLENGE_LIFE_MS } from '../model/factor-limits.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Creates an MFA challenge after the right password: valid for one second factor, within five
 * minutes.
 */
export async function createMfaChallenge(
  tx: Tx,
  app: Pick<App, 'clock'>,
  personId: string,
  remembered: boolean,
): Promise<string> {
  const mfaChallenge = createToken()
  const now = app.clock.now()
  await tx
    .withTables<IdentityTables>()
    .insertInto('mfa_challenge')
    .values({
      digest: hashToken(mfaChallenge),
      person_id: personId,
      remembered,
      made_at: now,
      expires_at: new Date(now.getTime() + MFA_CHALLENGE_LIFE_MS),
      used_at: null,
    })
    .execute()

  return mfaChallenge
}
