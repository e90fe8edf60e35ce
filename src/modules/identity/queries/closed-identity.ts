import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'

/** The name and contact details of a closed account, until their retention ends. */
export type ClosedIdentity = {
  name: string
  email: string
  phoneNumber: string
  country: string
  signedUpOn: Day
  verifiedAt: Date
  closedAt: Date
  /** The instant from which a job erases them. */
  retainedUntil: Date
}

const AT_ONCE = 1_000

type Source = Pick<App, 'config'>

/** Returns the end of the retention in SQL: by the setting, or longer by the rules. */
async function buildEnd(reader: Reader, { config }: Source) {
  const { identityDays } = await getSetting(reader, config, 'retention')
  return sql<Date>`greatest(rules_until, closed_at + ${identityDays} * interval '24 hours')`
}

/**
 * Returns the name and contact details of a closed account, or null when nothing is retained. For
 * `viewClosedIdentity`, which asks for the permission and records the view.
 */
export async function findClosedIdentity(
  reader: Reader,
  source: Source,
  memberId: string,
): Promise<ClosedIdentity | null> {
  const end = await buildEnd(reader, source)
  const { rows } = await sql<ClosedIdentity>`
    select first_name || ' ' || last_name as name, email, phone_number as "phoneNumber", country,
      signed_up_on as "signedUpOn", verified_at as "verifiedAt", closed_at as "closedAt",
      ${end} as "retainedUntil"
    from closed_identity where member_id = ${memberId}`.execute(reader)

  return rows[0] ?? null
}

/** Returns until when the name and contact details of a closed account are retained, or null. */
export async function findIdentityEnd(
  reader: Reader,
  source: Source,
  memberId: string,
): Promise<Date | null> {
  const end = await buildEnd(reader, source)
  const { rows } = await sql<{ until: Date }>`
    select ${end} as until from closed_identity where member_id = ${memberId}`.execute(reader)

  return rows[0]?.until ?? null
}

/** Lists the closed accounts whose name and contact details no rule retains any longer. */
export async function listErasableIdentities(
  reader: Reader,
  source: Source,
  now: Date,
): Promise<string[]> {
  const end = await buildEnd(reader, source)
  const { rows } = await sql<{ id: string }>`
    select member_id as id from closed_identity where ${end} <= ${now}
    order by member_id limit ${AT_ONCE}`.execute(reader)

  return rows.map(({ id }) => id)
}
