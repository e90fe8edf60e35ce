import { createNotFoundError } from '#lib/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'

/**
 * Locks one position of a member and returns it with its plan's notice period. Throws `not_found`
 * (404), also for a position of another member.
 */
export async function lockPosition(tx: Tx, memberId: string, id: string) {
  const position = await tx
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('plan_version as v', 'v.id', 'o.plan_version_id')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .select(['o.id', 'o.status', 'o.remaining_cents as remaining', 'o.matures_on as maturesOn'])
    .select([
      'o.at_maturity as atMaturity',
      'v.notice_days as noticePeriodDays',
      'p.name',
      'p.family',
    ])
    .where('o.id', '=', id)
    .where('o.member_id', '=', memberId)
    .forUpdate('o')
    .executeTakeFirst()
  if (!position) throw createNotFoundError('This investment')

  return position
}
