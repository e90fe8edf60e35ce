import { type Expression, sql } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { toBatchQuery } from '#platform/db/read-batch.ts'
import { cutToWhatIsLeft, type RedeemedPart } from '../model.ts'
import type { PlansTables } from '../tables.ts'

type Waiting = { amount: Cents; endsOn: Day }

/**
 * Splits what remains of a position into the part without notice and the parts that leave when
 * their notices end.
 */
export function splitByNotice({ remaining }: { remaining: Cents }, waiting: readonly Waiting[]) {
  const leaving = cutToWhatIsLeft(waiting, remaining).map(({ amount, endsOn }) => ({
    amount,
    on: endsOn,
  }))
  const pendingRedemption = leaving.reduce((sum, { amount }) => sum + amount, 0n)
  return { leaving, pendingRedemption, free: remaining - pendingRedemption }
}

export type PartRow = RedeemedPart & { position_id: string }
export type WaitingRow = Waiting & { position_id: string }

/** Lists the parts redeemed and not restored, and the parts lost, by position. */
export async function listRedeemedParts(
  reader: Reader,
  positionIds: readonly string[],
): Promise<Map<string, RedeemedPart[]>> {
  if (positionIds.length === 0) return new Map()

  return groupByPosition(await selectParts(reader, toIdList(positionIds)).execute())
}

/** Lists pending notices by position, in the order in which they end. */
export async function listNoticesByPosition(
  reader: Reader,
  positionIds: readonly string[],
): Promise<Map<string, Waiting[]>> {
  if (positionIds.length === 0) return new Map()

  return groupByPosition(await selectWaiting(reader, toIdList(positionIds)).execute())
}

/** Position ids in parentheses: a list, or a query. */
type PositionIds = Expression<unknown>

const toIdList = (ids: readonly string[]): PositionIds => sql`(${sql.join(ids)})`

const selectParts = (reader: Reader, ids: PositionIds) => {
  const tables = reader.withTables<PlansTables>()

  return tables
    .selectFrom('position_redemption')
    .select(['position_id', 'amount_cents as amount', 'redeemed_on as on'])
    .where(sql<boolean>`position_id in ${ids}`)
    .where('restored_on', 'is', null)
    .unionAll(
      tables
        .selectFrom('position_loss')
        .select(['position_id', 'amount_cents as amount', 'lost_on as on'])
        .where(sql<boolean>`position_id in ${ids}`),
    )
}

const selectWaiting = (reader: Reader, ids: PositionIds) =>
  reader
    .withTables<PlansTables>()
    .selectFrom('redemption_notice')
    .select(['position_id', 'amount_cents as amount', 'ends_on as endsOn'])
    .where(sql<boolean>`position_id in ${ids}`)
    .where('status', '=', 'waiting')
    .orderBy('ends_on')
    .orderBy('id')

/** Returns the query of the parts that `listRedeemedParts` lists, for `readBatch`. */
export const selectRedeemedParts = (reader: Reader, ids: PositionIds) =>
  toBatchQuery<PartRow>(selectParts(reader, ids), { amount: 'bigint' })

/** Returns the query of the notices that `listNoticesByPosition` lists, for `readBatch`. */
export const selectWaitingNotices = (reader: Reader, ids: PositionIds) =>
  toBatchQuery<WaitingRow>(selectWaiting(reader, ids), { amount: 'bigint' })

/** Groups rows by position, in their order. */
export function groupByPosition<Row extends { position_id: string }>(
  rows: readonly Row[],
): Map<string, Omit<Row, 'position_id'>[]> {
  const groups = new Map<string, Omit<Row, 'position_id'>[]>()

  for (const { position_id, ...row } of rows) {
    const group = groups.get(position_id)
    if (group) group.push(row)
    else groups.set(position_id, [row])
  }

  return groups
}
