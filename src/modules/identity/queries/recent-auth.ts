import { sql } from 'kysely'
import type { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Session as CallSession, SessionProof } from '#platform/http/http.ts'
import { RECENT_AUTH_MS } from '../model/factor-limits.ts'
import { refusals } from '../model/factor-refusals.ts'
import type { SessionIdentity } from '../model.ts'
import { getTables } from './rows.ts'

/** True if the person of a row of `session` has a second factor, as in `hasFactor`. */
export const hasFactorSql = sql<boolean>`exists (select from authenticator a where a.person_id =
  session.person_id and a.confirmed_at is not null)
  or exists (select from passkey p where p.person_id = session.person_id)`

type ProvedSession = Pick<CallSession, 'id' | 'proof'>

/** Returns the last authentication of a session: as it was read with the session, or read now. */
async function findSessionProof(
  reader: Reader,
  { id, proof }: ProvedSession,
): Promise<SessionProof | undefined> {
  if (proof) return proof

  return await getTables(reader)
    .selectFrom('session')
    .select(['proved_at as at', 'proved_by as by', hasFactorSql.as('hasFactor')])
    .where('id', '=', id)
    .executeTakeFirst()
}

type RecentAuthApp = Pick<App, 'db' | 'clock'>

/**
 * Requires an authentication within the last five minutes: by a second factor if one is set up,
 * else by the password. Throws `step_up_needed` (403); the browser then asks for it and repeats
 * the call.
 */
export async function assertRecentAuth(
  app: RecentAuthApp,
  session: ProvedSession | null,
): Promise<void> {
  const proof = session && (await findSessionProof(app.db, session))
  if (!proof || !isRecentAuth(proof, app.clock.now())) throw refusals.stepUp()
}

const isRecentAuth = ({ at, by, hasFactor }: SessionProof, now: Date) =>
  now.getTime() - at.getTime() < RECENT_AUTH_MS && !(hasFactor && by === 'password')

/**
 * Requires a recent second factor if one is set up, for a form that asks for the password itself.
 * Throws `step_up_needed` (403).
 */
export async function assertRecentFactor(
  app: RecentAuthApp,
  session: ProvedSession | null,
): Promise<void> {
  const proof = session && (await findSessionProof(app.db, session))
  if (proof?.hasFactor && !isRecentAuth(proof, app.clock.now())) throw refusals.stepUp()
}

/**
 * Requires a recent authentication of the staff: always in live, in the sandbox if a second factor
 * is set up. Throws `step_up_needed` (403).
 */
export async function assertRecentStaffAuth(
  app: RecentAuthApp & Pick<App, 'config'>,
  session: ProvedSession,
): Promise<void> {
  const proof = await findSessionProof(app.db, session)
  if (app.config.MODE === 'sandbox' && !proof?.hasFactor) return
  if (!proof || !isRecentAuth(proof, app.clock.now())) throw refusals.stepUp()
}

/**
 * Returns the error of a session whose staff member has to set up a second factor in live, or null.
 */
export function findAwaited(
  { config }: Pick<App, 'config'>,
  { kind, session }: SessionIdentity,
): DomainError | null {
  if (config.MODE === 'sandbox' || kind === 'member') return null
  return session.proof.hasFactor ? null : refusals.setUpFactor()
}
