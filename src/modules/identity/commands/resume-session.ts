import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { SESSION_WRITE_MS, type SignedIn, sessionEnds } from '../model.ts'
import { findSignedIn } from '../queries.ts'
import type { IdentityTables } from '../tables.ts'

/**
 * Who a token speaks for, whose session lives on by being used; null when there is no such session
 * any more.
 */
export async function resumeSession(
  app: App,
  { token }: { token: string },
): Promise<SignedIn | null> {
  const now = app.clock.now()
  const found = await findSignedIn(app.db, token, now)
  if (!found || now.getTime() - found.session.seenAt.getTime() < SESSION_WRITE_MS) return found

  const { idleUntil } = sessionEnds(spanOf(found), found.session.createdAt, now)
  await app.db.transaction().execute((tx) => markSeen(tx, found.session.id, idleUntil, now))
  return { ...found, session: { ...found.session, seenAt: now, idleUntil } }
}

const spanOf = ({ kind, session }: SignedIn) =>
  kind === 'admin' ? 'admin' : session.remembered ? 'remembered' : 'member'

async function markSeen(tx: Tx, id: string, idleUntil: Date, now: Date) {
  await tx
    .withTables<IdentityTables>()
    .updateTable('session')
    .set({ seen_at: now, idle_until: idleUntil })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('seen_at', '<', now)
    .execute()
}
