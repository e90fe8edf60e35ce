import { sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import { createNotFoundError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { readBatch, toBatchQuery } from '#platform/db/read-batch.ts'
import {
  computeAccrued,
  computeTarget,
  countTermDays,
  type PlanVersion,
  type Position,
} from '../model.ts'
import type { PlansTables } from '../tables.ts'
import {
  groupByPosition,
  type PartRow,
  selectRedeemedParts,
  selectWaitingNotices,
  splitByNotice,
  type WaitingRow,
} from './redeemed-parts.ts'

export type PositionView = Position & {
  planName: string
  family: PlanVersion['family']
  sample: boolean
  noticePeriodDays: number
  liquidity: string
  /** The plan's text on risk, and whether its target is above the warning limit. */
  risk: string
  extraordinary: boolean
  /** The estimate of today; in no balance. */
  accrued: Cents
  /**
   * The return due at maturity if the target is met, reduced for parts whose notice ends before.
   */
  target: Cents
  daysPassed: number
  /** The part of what remains that has a pending notice. */
  pendingRedemption: Cents
}

type PositionRow = Omit<PositionView, 'accrued' | 'target' | 'daysPassed' | 'pendingRedemption'>

const selectPositions = (reader: Reader, memberId: string) =>
  reader
    .withTables<PlansTables>()
    .selectFrom('position as o')
    .innerJoin('plan_version as v', 'v.id', 'o.plan_version_id')
    .innerJoin('plan as p', 'p.id', 'v.plan_id')
    .leftJoin('owed_return as w', 'w.position_id', 'o.id')
    .select([
      'o.id',
      'o.member_id as memberId',
      'o.plan_version_id as planVersionId',
      'o.deposit_id as depositId',
    ])
    .select([
      'o.principal_cents as principal',
      'o.remaining_cents as remaining',
      'o.target_bps as targetBps',
    ])
    .select([
      'o.term_days as termDays',
      'o.opened_on as openedOn',
      'o.matures_on as maturesOn',
      'o.status',
    ])
    .select(['o.origin', 'o.at_maturity as atMaturity', 'o.matured_on as maturedOn'])
    .select('o.return_due as returnDue')
    .select(sql<Cents>`o.return_due - coalesce(w.cents, 0)`.as('returnPaid'))
    .select([
      'p.name as planName',
      'p.family',
      'v.sample',
      'v.notice_days as noticePeriodDays',
      'v.liquidity',
    ])
    .select(['v.risk', 'v.extraordinary'])
    .where('o.member_id', '=', memberId)

type PositionRows = {
  positions: readonly PositionRow[]
  parts: readonly PartRow[]
  waiting: readonly WaitingRow[]
}

/** Returns the queries of all positions of a member, or of one, for `readBatch`. */
export function selectPositionRows(reader: Reader, memberId: string, id: string | null = null) {
  const ids = sql`(select id from position where member_id = ${memberId}
    and (${id}::text is null or id = ${id}))`

  return {
    positions: toBatchQuery<PositionRow>(
      selectPositions(reader, memberId)
        .$if(id !== null, (query) => query.where('o.id', '=', id ?? ''))
        .orderBy('o.opened_on', 'desc')
        .orderBy('o.id', 'desc'),
      { principal: 'bigint', remaining: 'bigint', returnDue: 'bigint', returnPaid: 'bigint' },
    ),
    parts: selectRedeemedParts(reader, ids),
    waiting: selectWaitingNotices(reader, ids),
  }
}

/** Lists a member's positions, newest first, with their accrued returns as of a day. */
export const listMemberPositions = async (
  reader: Reader,
  memberId: string,
  today: Day,
): Promise<PositionView[]> =>
  toPositionViews(await readBatch(reader, selectPositionRows(reader, memberId)), today)

/**
 * Returns one position of a member. Throws `not_found` (404), also for a position of another
 * member.
 */
export async function getPosition(
  reader: Reader,
  memberId: string,
  id: string,
  today: Day,
): Promise<PositionView> {
  const rows = await readBatch(reader, selectPositionRows(reader, memberId, id))
  const [position] = toPositionViews(rows, today)
  if (!position) throw createNotFoundError('This investment')
  return position
}

/** Returns the query for the ids of the members with an open position in a plan. */
export const selectPlanHolders = (reader: Reader, planId: string) =>
  reader
    .withTables<PlansTables>()
    .selectFrom('position')
    .select('member_id')
    .where('plan_id', '=', planId)
    .where('status', '=', 'open')

/** Returns the positions of `listMemberPositions` from the rows of `selectPositionRows`. */
export function toPositionViews({ positions, ...rows }: PositionRows, today: Day): PositionView[] {
  const parts = groupByPosition(rows.parts)
  const waiting = groupByPosition(rows.waiting)

  return positions.map((row) => {
    const redeemed = parts.get(row.id) ?? []
    const { free, pendingRedemption, leaving } = splitByNotice(row, waiting.get(row.id) ?? [])

    return {
      ...row,
      pendingRedemption,
      // A matured position has no principal left to accrue on; its return is what fell due.
      accrued: row.maturedOn ? row.returnDue : computeAccrued(row, redeemed, today),
      target: row.maturedOn
        ? row.returnDue
        : computeTarget({ ...row, remaining: free }, [...redeemed, ...leaving]),
      daysPassed: countTermDays(row.openedOn, today, row.termDays),
    }
  })
}

/** Returns the invested principal of each member by positions, to be compared with the ledger. */
export async function listInvestedPrincipal(
  reader: Reader,
): Promise<{ memberId: string; principal: Cents }[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('position')
    .select(['member_id as memberId', sql<Cents>`sum(remaining_cents)::bigint`.as('principal')])
    .groupBy('member_id')
    .orderBy('member_id')
    .execute()
}

/** Returns the principal of a plan's open positions by id, the basis of sharing a loss. */
export async function listOpenPrincipal(
  reader: Reader,
  planId: string,
): Promise<{ id: string; memberId: string; remaining: Cents }[]> {
  return await reader
    .withTables<PlansTables>()
    .selectFrom('position')
    .select(['id', 'member_id as memberId', 'remaining_cents as remaining'])
    .where('plan_id', '=', planId)
    .where('status', '=', 'open')
    .orderBy('id')
    .execute()
}
