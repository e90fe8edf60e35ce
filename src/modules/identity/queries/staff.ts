import { sql } from 'kysely'
import { getRelyingParty } from '#platform/auth/webauthn.ts'
import type { Config } from '#platform/config.ts'
import type { Reader } from '#platform/db/db.ts'
import type { IdentityTables } from '../tables.ts'

export type StaffFacts = {
  /** No password has been chosen yet. */
  invited: boolean
  hasFactor: boolean
  openSessions: number
  /** The removal time of the second factors, unless the reset is stopped. */
  resetDueAt: Date | null
}

/** Returns the sign-in facts of each staff member, by id. */
export async function listStaffFacts(
  reader: Reader,
  now: Date,
): Promise<ReadonlyMap<string, StaffFacts>> {
  const { rows } = await sql<StaffFacts & { id: string }>`
    select c.person_id as id, c.password_hash = '' as invited,
      exists (select from authenticator a where a.person_id = c.person_id and a.confirmed_at is
      not null)
        or exists (select from passkey p where p.person_id = c.person_id) as "hasFactor",
      (select count(*) from session s where s.person_id = c.person_id and s.ended_at is null and
      s.idle_until > ${now})::int
        as "openSessions",
      (select r.due_at from staff_factor_reset r where r.staff_id = c.person_id and r.done_at is
      null and r.stopped_at is null)
        as "resetDueAt"
    from credential c where c.person_id like 'adm\\_%'`.execute(reader)

  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** Returns the staff resets whose waiting day is over. */
export async function listDueResets(reader: Reader, now: Date) {
  return await reader
    .withTables<IdentityTables>()
    .selectFrom('staff_factor_reset')
    .select(['id', 'staff_id as staffId', 'reason'])
    .where('done_at', 'is', null)
    .where('stopped_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
}

type Site = Pick<Config, 'PUBLIC_URL'>

/**
 * Returns the condition that a passkey `k` signs approvals now, at the address of this
 * installation.
 */
function buildSigningCondition(config: Site, now: Date) {
  const { rpID, origin } = getRelyingParty(config)
  return sql`k.kind = 'passkey' and k.usable_from <= ${now} and k.published_from <= ${now}
    and k.ended_at is null and k.rp_id = ${rpID} and k.origin = ${origin}`
}

/** Returns the ids of staff with a passkey that signs approvals at this moment. */
export async function listKeyHolders(
  reader: Reader,
  config: Site,
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct k.admin_id as id from approvals.keys k
    where ${buildSigningCondition(config, now)}`.execute(reader)

  return new Set(rows.map(({ id }) => id))
}

/** Counts the owners and finance admins with access, a passkey and a usable approval key. */
export async function countPasskeyDeciders(
  reader: Reader,
  config: Site,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staff s
    where s.suspended_at is null and s.role in ('owner', 'finance')
      and exists (select from passkey p where p.person_id = s.id)
      and exists (select from approvals.keys k where k.admin_id = s.id
        and ${buildSigningCondition(config, now)})`.execute(reader)

  return rows[0]?.count ?? 0
}
