import { type Selectable, sql } from 'kysely'
import { createNotFoundError } from '#lib/errors.ts'
import { hashToken } from '#platform/auth/secrets.ts'
import type { Reader } from '#platform/db/db.ts'
import type { FoundSession, SessionIdentity } from '../model.ts'
import type { IdentityTables } from '../tables.ts'
import { hasFactorSql } from './recent-auth.ts'
import { getTables, restoreAdmin, restoreMember } from './rows.ts'

/**
 * Returns the session of a token, its last authentication and its person, all in one statement;
 * null if it is unknown, ended or expired.
 */
export async function findSessionIdentity(
  reader: Reader,
  token: string,
  now: Date,
): Promise<SessionIdentity | null> {
  const row = await selectSession(reader, token, now).executeTakeFirst()
  if (!row) return null

  const session = toSession(row)
  if (row.member) return { kind: 'member', member: restoreMember(row.member), session }
  if (!row.staff) throw createNotFoundError('This person')

  const admin = restoreAdmin(row.staff)
  return admin.suspended ? null : { kind: 'admin', admin, session }
}

/** Selects the session of its token, or of the token that a step-up has just replaced. */
const selectSession = (reader: Reader, token: string, now: Date) => {
  const digest = hashToken(token)

  return getTables(reader)
    .selectFrom('session')
    .leftJoin('member', 'member.id', 'session.person_id')
    .leftJoin('staff', 'staff.id', 'session.person_id')
    .selectAll('session')
    .select(hasFactorSql.as('has_factor'))
    .select(sql<object | null>`to_jsonb(member)`.as('member'))
    .select(sql<object | null>`to_jsonb(staff)`.as('staff'))
    .where('session.ended_at', 'is', null)
    .where('session.idle_until', '>', now)
    .where((is) =>
      is.or([
        is('session.token_digest', '=', digest),
        is.and([is('session.before_digest', '=', digest), is('session.before_until', '>', now)]),
      ]),
    )
    .orderBy(sql`session.token_digest = ${digest}`, 'desc')
    .limit(1)
}

const toSession = (
  row: Selectable<IdentityTables['session']> & { has_factor: boolean },
): FoundSession => ({
  id: row.id,
  remembered: row.remembered,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  idleUntil: row.idle_until,
  endsAt: row.ends_at,
  proof: { at: row.proved_at, by: row.proved_by, hasFactor: row.has_factor },
})

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
