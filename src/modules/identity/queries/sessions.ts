import { hashToken } from '#platform/auth/secrets.ts'
import type { Reader } from '#platform/db/db.ts'
import type { Session, SessionIdentity } from '../model.ts'
import { getPerson } from './people.ts'
import { getTables } from './rows.ts'

/** Returns the session of a token and its person; null if it is unknown, ended or expired. */
export async function findSessionIdentity(
  reader: Reader,
  token: string,
  now: Date,
): Promise<SessionIdentity | null> {
  const digest = hashToken(token)
  const live = getTables(reader)
    .selectFrom('session')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('idle_until', '>', now)

  const row =
    (await live.where('token_digest', '=', digest).executeTakeFirst()) ??
    (await live
      .where('before_digest', '=', digest)
      .where('before_until', '>', now)
      .executeTakeFirst())
  if (!row) return null

  const session: Session = {
    id: row.id,
    remembered: row.remembered,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    idleUntil: row.idle_until,
    endsAt: row.ends_at,
  }

  const person = await getPerson(reader, row.person_id)
  if (person.kind === 'admin' && person.suspended) return null

  return person.kind === 'admin'
    ? { kind: 'admin', admin: person, session }
    : { kind: 'member', member: person, session }
}

/** Returns the stored sign-in attempts of a person before an instant, newest first. */
export async function listSignInHistory(
  reader: Reader,
  personId: string,
  before: Date,
  limit: number,
) {
  return await getTables(reader)
    .selectFrom('sign_in')
    .select(['id', 'at', 'outcome', 'near', 'user_agent as userAgent'])
    .where('person_id', '=', personId)
    .where('at', '<', before)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

/** Returns every stored session of a member, newest first. */
export async function listSessionHistory(reader: Reader, memberId: string) {
  return await getTables(reader)
    .selectFrom('session')
    .select(['created_at as openedAt', 'last_used_at as lastUsedAt', 'ended_at as endedAt'])
    .select(['ended_because as endedBecause', 'address', 'user_agent as browser', 'remembered'])
    .where('person_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .execute()
}
