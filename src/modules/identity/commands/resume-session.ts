import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { computeSessionExpiry, SESSION_WRITE_MS, type SessionIdentity } from '../model.ts'
import { findSessionIdentity } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Returns the person of a session token and extends the session; null if the token is unknown or
 * the session has ended.
 */
export async function resumeSession(
  app: App,
  { token }: { token: string },
): Promise<SessionIdentity | null> {
  const now = app.clock.now()
  const found = await findSessionIdentity(app.db, token, now)
  if (!found || now.getTime() - found.session.lastUsedAt.getTime() < SESSION_WRITE_MS) return found

  const { idleUntil } = computeSessionExpiry(getSessionSpan(found), found.session.createdAt, now)
  await runInTransaction(app.db, (tx) => updateLastUsed(tx, found.session.id, idleUntil, now))
  return { ...found, session: { ...found.session, lastUsedAt: now, idleUntil } }
}

const getSessionSpan = ({ kind, session }: SessionIdentity) =>
  kind === 'admin' ? 'admin' : session.remembered ? 'remembered' : 'member'

async function updateLastUsed(tx: Tx, id: string, idleUntil: Date, now: Date) {
  await tx
    .withTables<IdentityTables>()
    .updateTable('session')
    .set({ last_used_at: now, idle_until: idleUntil })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('last_used_at', '<', now)
    .execute()
}
