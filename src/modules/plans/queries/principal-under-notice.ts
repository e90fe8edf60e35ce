import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import type { PlanFamily } from '../model.ts'
import type { PlansTables } from '../tables.ts'

/** A member's principal in a plan that requires notice. */
type PrincipalUnderNotice = {
  planName: string
  family: PlanFamily
  noticePeriodDays: number
  principal: Cents
}

/**
 * Returns the query of a member's principal that needs notice for `readBatch`, by plan, longest
 * notice period first.
 */
export const selectPrincipalUnderNotice = (reader: Reader, memberId: string) =>
  toBatchQuery<PrincipalUnderNotice>(
    reader
      .withTables<PlansTables>()
      .selectFrom('position as o')
      .innerJoin('plan_version as v', 'v.id', 'o.plan_version_id')
      .innerJoin('plan as p', 'p.id', 'o.plan_id')
      .select(['p.name as planName', 'p.family', 'v.notice_days as noticePeriodDays'])
      .select(sql<Cents>`sum(o.remaining_cents)::bigint`.as('principal'))
      .where('o.member_id', '=', memberId)
      .where('o.status', '=', 'open')
      .where('v.notice_days', '>', 0)
      .groupBy(['p.name', 'p.family', 'v.notice_days'])
      .orderBy('v.notice_days', 'desc')
      .orderBy('p.name')
      .orderBy('p.family'),
    { principal: 'bigint' },
  )
