import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Tx } from '#platform/db/db.ts'
import type { PlansTables } from '../tables.ts'

type Candidate = { id: string; positionId: string }
export type EndingNotice = Candidate & { memberId: string; amount: Cents }

/** Lists the waiting notices that end by a day, oldest first. */
export const listEndingNotices = (tx: Tx, day: Day, limit: number): Promise<Candidate[]> =>
  tx
    .withTables<PlansTables>()
    .selectFrom('redemption_notice')
    .select(['id', 'position_id as positionId'])
    .where('status', '=', 'waiting')
    .where('ends_on', '<=', day)
    .orderBy('ends_on')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Locks the positions of notices, before the notices and in id order as everywhere: two callers
 * never wait for each other. Returns what each position holds.
 */
export async function lockPositions(tx: Tx, candidates: Candidate[]): Promise<Map<string, Cents>> {
  const ids = candidates.map(({ positionId }) => positionId)
  const rows = await tx
    .withTables<PlansTables>()
    .selectFrom('position')
    .select(['id', 'remaining_cents as remaining'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()

  return new Map(rows.map(({ id, remaining }) => [id, remaining]))
}

/** Locks the notices that are still pending; a member may have cancelled one meanwhile. */
export const lockRedemptionNotices = (tx: Tx, candidates: Candidate[]): Promise<EndingNotice[]> =>
  tx
    .withTables<PlansTables>()
    .selectFrom('redemption_notice')
    .select(['id', 'position_id as positionId', 'member_id as memberId', 'amount_cents as amount'])
    .where(
      'id',
      'in',
      candidates.map(({ id }) => id),
    )
    .where('status', '=', 'waiting')
    .orderBy('ends_on')
    .orderBy('id')
    .forUpdate()
    .execute()
