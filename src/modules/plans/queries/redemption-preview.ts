import type { Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import { computeRedemptionEffect, findRedemptionRefusal, type RedemptionEffect } from '../model.ts'
import { getPosition, type PositionView } from './positions.ts'
import { listNoticesByPosition, listRedeemedParts, splitByNotice } from './redeemed-parts.ts'

/**
 * Returns the effect of a redemption before it is confirmed: at once, or by notice where the plan
 * has a notice period. Throws `not_found` (404) and the errors of `findRedemptionRefusal`.
 */
export async function previewRedemption(
  reader: Reader,
  memberId: string,
  { positionId, amount }: { positionId: string; amount: Cents },
  today: Day,
): Promise<RedemptionEffect & { position: PositionView }> {
  const position = await getPosition(reader, memberId, positionId, today)
  const redeemed = (await listRedeemedParts(reader, [positionId])).get(positionId) ?? []
  const waiting = (await listNoticesByPosition(reader, [positionId])).get(positionId) ?? []
  const { free, leaving } = splitByNotice(position, waiting)
  const rest = { ...position, remaining: free }
  const refusal = findRedemptionRefusal(rest, amount, today)
  if (refusal) throw refusal

  const { noticePeriodDays } = position
  const effect = computeRedemptionEffect(rest, [...redeemed, ...leaving], {
    amount,
    on: today,
    noticePeriodDays,
  })

  return { ...effect, position }
}
