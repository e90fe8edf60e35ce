import type { App } from '#platform/app.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import { refusals } from '../model/factor-refusals.ts'
import type { IdentityTables } from '../tables.ts'
import type { Bound } from './challenge.ts'

const selectLiveChallenges = (reader: Reader, app: Pick<App, 'clock'>, mfaChallenge: string) =>
  reader
    .withTables<IdentityTables>()
    .selectFrom('mfa_challenge')
    .selectAll()
    .where('digest', '=', hashToken(mfaChallenge))
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.clock.now())

/** Returns the person of a valid MFA challenge. Throws `challenge_invalid` (401). */
export async function getMfaPersonId(
  reader: Reader,
  app: Pick<App, 'clock'>,
  mfaChallenge: string,
): Promise<string> {
  const row = await selectLiveChallenges(reader, app, mfaChallenge).executeTakeFirst()
  if (!row) throw refusals.invalidMfaChallenge()
  return row.person_id
}

/**
 * Locks a valid MFA challenge: of two concurrent uses, the second finds it used. Throws
 * `challenge_invalid` (401).
 */
export async function lockMfaChallenge(tx: Tx, app: Pick<App, 'clock'>, mfaChallenge: string) {
  const row = await selectLiveChallenges(tx, app, mfaChallenge).forUpdate().executeTakeFirst()
  if (!row) throw refusals.invalidMfaChallenge()
  return { madeAt: row.made_at, remembered: row.remembered }
}

/** Uses up a locked MFA challenge. */
export async function consumeMfaChallenge(
  tx: Tx,
  app: Pick<App, 'clock'>,
  mfaChallenge: string,
): Promise<void> {
  await tx
    .withTables<IdentityTables>()
    .updateTable('mfa_challenge')
    .set({ used_at: app.clock.now() })
    .where('digest', '=', hashToken(mfaChallenge))
    .execute()
}

/** Returns the binding of a passkey's answer to one MFA challenge. */
export const buildMfaBinding = (mfaChallenge: string): Bound => ({
  purpose: 'second-factor',
  boundTo: hashToken(mfaChallenge).toString('hex'),
})
