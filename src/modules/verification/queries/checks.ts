import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { ProviderName, Verification } from '../model.ts'
import { getTables, toVerification } from './rows.ts'
import { AT_ONCE } from './work.ts'

const CHECKS_AT_ONCE = 100

/** Returns an open verification of an outside provider by its id, or null. */
export async function findCheck(reader: Reader, id: string): Promise<{ id: string } | null> {
  const row = await getTables(reader)
    .selectFrom('identity_verification')
    .select('id')
    .where('id', '=', id)
    .where('provider', '<>', 'desk')
    .where('status', 'in', ['waiting_for_member', 'in_review'])
    .executeTakeFirst()

  return row ?? null
}

/** Lists open verifications of outside providers, those first that were read longest ago. */
export async function listOpenChecks(reader: Reader): Promise<Verification[]> {
  const rows = await getTables(reader)
    .selectFrom('identity_verification')
    .selectAll()
    .where('provider', '<>', 'desk')
    .where('status', 'in', ['waiting_for_member', 'in_review'])
    .where(
      sql<boolean>`not exists (
        select from member m where m.id = member_id and m.status = 'closed')`,
    )
    .orderBy(sql`provider_read_at nulls first`)
    .orderBy('sequence')
    .limit(CHECKS_AT_ONCE)
    .execute()

  return rows.map(toVerification)
}

/**
 * True if a check was decided against, or its account closed, so long ago that nothing retains it.
 */
const isRetentionOver = (before: Date, now: Date) => sql<boolean>`
  (status in ('refused', 'try_again') and decided_at <= ${before}
      and retained_until(member_id, decided_at) <= ${now}
    or exists (select from member m
      where m.id = member_id and m.status = 'closed' and m.closed_at <= ${before}
        and retained_until(m.id, m.closed_at) <= ${now}))`

/**
 * Lists verifications whose data an outside provider still has and whose retention ended: of closed
 * accounts, and those that were refused, returned or never completed, before an instant; at most
 * 1,000. The retention of their country's rules ended too.
 */
export async function listForgettable(
  reader: Reader,
  before: Date,
  now: Date,
): Promise<Verification[]> {
  const rows = await getTables(reader)
    .selectFrom('identity_verification')
    .selectAll()
    .where(sql<boolean>`provider <> 'desk' and forgotten_at is null
      and provider_reference is not null and (${isRetentionOver(before, now)}
        or status = 'waiting_for_member' and begun_at <= ${before})`)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()

  return rows.map(toVerification)
}

/**
 * Counts the open checks at providers that new verifications don't use, and the checks whose data
 * is to be deleted there.
 */
export async function countLeftChecks(
  reader: Reader,
  { provider, before, now }: { provider: ProviderName | 'none'; before: Date; now: Date },
): Promise<{ open: number; toForget: number }> {
  const { rows } = await sql<{ open: number; toForget: number }>`
    select count(*) filter (where status in ('waiting_for_member', 'in_review')
        and not exists (select from member m where m.id = member_id and m.status = 'closed'))::int
        as open,
      count(*) filter (where forgotten_at is null and provider_reference is not null
        and ${isRetentionOver(before, now)})::int as "toForget"
    from identity_verification
    where provider <> 'desk' and provider <> ${provider}
  `.execute(reader)

  return rows[0] ?? { open: 0, toForget: 0 }
}
