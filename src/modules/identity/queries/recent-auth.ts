import { sql } from 'kysely'
import type { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Session as CallSession } from '#platform/http/http.ts'
import { RECENT_AUTH_MS } from '../model/factor-limits.ts'
import { refusals } from '../model/factor-refusals.ts'
import { hasFactor } from '../model/factors.ts'
import type { SessionIdentity } from '../model.ts'
import { getFactors } from './factors.ts'
import { getTables } from './rows.ts'

const withFactor = sql<boolean>`exists (select from authenticator a where a.person_id =
  session.person_id and a.confirmed_at is not null)
  or exists (select from passkey p where p.person_id = session.person_id)`

/** Returns the last authentication of a session, and whether its person has a second factor. */
async function findSessionProof(reader: Reader, sessionId: string) {
  return await getTables(reader)
    .selectFrom('session')
    .select(['proved_at', 'proved_by', withFactor.as('has_factor')])
    .where('id', '=', sessionId)
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
  session: { id: string } | null,
): Promise<void> {
  const proof = session && (await findSessionProof(app.db, session.id))
  if (!proof || !isRecentAuth(proof, app.clock.now())) throw refusals.stepUp()
}

type ProofRow = NonNullable<Awaited<ReturnType<typeof findSessionProof>>>

const isRecentAuth = ({ proved_at, proved_by, has_factor }: ProofRow, now: Date) =>
  now.getTime() - proved_at.getTime() < RECENT_AUTH_MS && !(has_factor && proved_by === 'password')

/**
 * Requires a recent second factor if one is set up, for a form that asks for the password itself.
 * Throws `step_up_needed` (403).
 */
export async function assertRecentFactor(
  app: RecentAuthApp,
  session: { id: string } | null,
): Promise<void> {
  const proof = session && (await findSessionProof(app.db, session.id))
  if (proof?.has_factor && !isRecentAuth(proof, app.clock.now())) throw refusals.stepUp()
}

/**
 * Requires a recent authentication of the staff: always in live, in the sandbox if a second factor
 * is set up. Throws `step_up_needed` (403).
 */
export async function assertRecentStaffAuth(
  app: RecentAuthApp & Pick<App, 'config'>,
  session: Pick<CallSession, 'id'>,
): Promise<void> {
  const proof = await findSessionProof(app.db, session.id)
  if (app.config.MODE === 'sandbox' && !proof?.has_factor) return
  if (!proof || !isRecentAuth(proof, app.clock.now())) throw refusals.stepUp()
}

/**
 * Returns the error of a session whose staff member has to set up a second factor in live, or null.
 */
export async function findAwaited(
  { db, config }: Pick<App, 'db' | 'config'>,
  found: SessionIdentity,
): Promise<DomainError | null> {
  if (config.MODE === 'sandbox' || found.kind === 'member') return null
  return hasFactor(await getFactors(db, found.admin.id)) ? null : refusals.setUpFactor()
}
