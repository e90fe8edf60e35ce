import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { MemberFilter } from '#modules/identity/queries.ts'
import { selectPlanHolders } from '#modules/plans/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import type { BackofficeTables } from '../tables.ts'

/** A filter of the list of members: with an amount by account balance, and by a plan they hold. */
export type UserFilter = Omit<MemberFilter, 'condition'> & { plan?: string | undefined }

/** Returns the filter with balance and plan as one condition on the members. */
export function toMemberFilter(
  reader: Reader,
  { plan, minCents, maxCents, ...filter }: UserFilter,
): MemberFilter {
  const conditions: RawBuilder<SqlBool>[] = []

  if (minCents !== undefined || maxCents !== undefined)
    conditions.push(sql`id in ${selectByBalance(reader, minCents, maxCents)}`)
  if (plan) conditions.push(sql`id in ${selectPlanHolders(reader, plan)}`)

  if (conditions.length === 0) return filter
  return { ...filter, condition: sql<SqlBool>`${sql.join(conditions, sql` and `)}` }
}

/** Selects members by what they had a second ago at most, as the list is sorted. */
const selectByBalance = (reader: Reader, min: Cents | undefined, max: Cents | undefined) =>
  reader
    .withTables<BackofficeTables>()
    .selectFrom('member_balance')
    .select('member_id')
    .$if(min !== undefined, (query) => query.where('cents', '>=', min ?? 0n))
    .$if(max !== undefined, (query) => query.where('cents', '<=', max ?? 0n))
