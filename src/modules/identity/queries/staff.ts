import { sql } from 'kysely'
import type { Reader } from '#platform/db.ts'

export type StaffFacts = {
  /** Has chosen no password yet. */
  invited: boolean
  hasFactor: boolean
  openSessions: number
}

/** How each of the staff gets in, by id. */
export async function staffFacts(reader: Reader, now: Date): Promise<ReadonlyMap<string, StaffFacts>> {
  const { rows } = await sql<StaffFacts & { id: string }>`
    select c.person_id as id, c.password_hash = '' as invited,
      exists (select from authenticator a where a.person_id = c.person_id and a.confirmed_at is not null)
        or exists (select from passkey p where p.person_id = c.person_id) as "hasFactor",
      (select count(*) from session s where s.person_id = c.person_id and s.ended_at is null and s.idle_until > ${now})::int
        as "openSessions"
    from credential c where c.person_id like 'adm\\_%'`.execute(reader)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
