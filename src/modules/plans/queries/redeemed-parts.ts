import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
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

/** Lists the parts redeemed and not restored, and the parts lost, by position. */
export async function listRedeemedParts(
  reader: Reader,
  positionIds: readonly string[],
): Promise<Map<string, RedeemedPart[]>> {
  if (positionIds.length === 0) return new Map()

  const tables = reader.withTables<PlansTables>()
  const rows = await tables
    .selectFrom('position_redemption')
    .select(['position_id', 'amount_cents as amount', 'redeemed_on as on'])
    .where('position_id', 'in', positionIds)
    .where('restored_on', 'is', null)
    .unionAll(
      tables
        .selectFrom('position_loss')
        .select(['position_id', 'amount_cents as amount', 'lost_on as on'])
        .where('position_id', 'in', positionIds),
    )
    .execute()

  return groupByPosition(rows)
}

/** Lists pending notices by position, in the order in which they end. */
export async function listNoticesByPosition(
  reader: Reader,
  positionIds: string[],
): Promise<Map<string, Waiting[]>> {
  if (positionIds.length === 0) return new Map()

  const rows = await reader
    .withTables<PlansTables>()
    .selectFrom('redemption_notice')
    .select(['position_id', 'amount_cents as amount', 'ends_on as endsOn'])
    .where('position_id', 'in', positionIds)
    .where('status', '=', 'waiting')
    .orderBy('ends_on')
    .orderBy('id')
    .execute()

  return groupByPosition(rows)
}

function groupByPosition<Part>(
  rows: readonly (Part & { position_id: string })[],
): Map<string, Part[]> {
  const parts = new Map<string, Part[]>()
  for (const { position_id, ...part } of rows)
    parts.set(position_id, [...(parts.get(position_id) ?? []), part as Part])
  return parts
}
