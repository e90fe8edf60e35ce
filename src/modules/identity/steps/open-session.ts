import { createId } from '#lib/ids.ts'
import { createToken, hashToken } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Proof } from '../model/factors.ts'
import {
  computeSessionExpiry,
  MAX_SESSIONS,
  type SESSION_SPANS,
  type Session,
  type Visitor,
} from '../model.ts'
import type { IdentityTables } from '../tables.ts'

export type OpenedSession = { token: string; session: Session }

/**
 * Opens a session and returns its token; only the digest is stored. Beyond `MAX_SESSIONS` the
 * session that has been unused for longest ends.
 */
export async function openSession(
  tx: Tx,
  personId: string,
  span: keyof typeof SESSION_SPANS,
  from: Visitor,
  now: Date,
  by: Proof = 'password',
): Promise<OpenedSession> {
  const token = createToken()
  const { idleUntil, endsAt } = computeSessionExpiry(span, now, now)
  const session = {
    id: createId('ses'),
    remembered: span === 'remembered',
    createdAt: now,
    lastUsedAt: now,
    idleUntil,
    endsAt,
  }

  await tx
    .withTables<IdentityTables>()
    .insertInto('session')
    .values({
      id: session.id,
      person_id: personId,
      token_digest: hashToken(token),
      remembered: session.remembered,
      created_at: now,
      last_used_at: now,
      idle_until: idleUntil,
      ends_at: endsAt,
      ended_at: null,
      ended_because: null,
      address: from.address,
      user_agent: from.userAgent,
      proved_at: now,
      proved_by: by,
    })
    .execute()

  await endBeyond(tx, personId, session.id, now)

  return { token, session }
}

async function endBeyond(tx: Tx, personId: string, opened: string, now: Date) {
  const own = tx.withTables<IdentityTables>()
  const excessSessions = own
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .orderBy((is) => is('id', '=', opened), 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .offset(MAX_SESSIONS)

  await own
    .updateTable('session')
    .set({ ended_at: now, ended_because: 'too-many' })
    .where('id', 'in', excessSessions)
    .execute()
}
