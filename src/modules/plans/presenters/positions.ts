import { formatPercentage } from '#lib/percentages.ts'
import { listMembersById } from '#modules/identity/queries.ts'
import type { App } from '#platform/app.ts'
import { getSampleLabel, getTargetWarning } from '../model.ts'
import type { PositionTimeline } from '../queries/position-timeline.ts'
import {
  listWaitingRedemptionNotices,
  type PositionView,
  type RedemptionNoticeView,
} from '../queries.ts'

export const toPositionResponse = (position: PositionView) => ({
  ...position,
  _id: position.id,
  plan: {
    _id: position.planVersionId,
    name: position.planName,
    family: position.family,
    sample: position.sample,
    label: getSampleLabel(position),
    risk: position.risk,
    warning: getTargetWarning(position),
  },
  percentage: formatPercentage(position.targetBps),
})

export const toPositionTimelineResponse = ({
  position,
  returns,
  losses,
  parts,
  reinvestedAs,
}: PositionTimeline) => ({
  ...toPositionResponse(position),
  owed: position.returnDue - position.returnPaid,
  returns: returns.map(({ paidOn, cents, incomes }) => ({
    paidOn,
    amount: cents,
    incomes: incomes.map(({ cents: amount, evidenceSha256: evidence, ...income }) => ({
      ...income,
      amount,
      evidence,
    })),
  })),
  losses: losses.map(({ cents: amount, ...loss }) => ({ ...loss, amount })),
  parts: parts.map(({ cents: amount, ...part }) => ({ ...part, amount })),
  reinvestedAs,
})

export const toRedemptionNoticeResponse = ({
  id,
  positionId,
  planName,
  family,
  ...redemptionNotice
}: RedemptionNoticeView) => ({
  ...redemptionNotice,
  _id: id,
  position: positionId,
  plan: { name: planName, family },
})

/** Returns all pending redemption notices with their members. */
export async function buildRedemptionNoticeQueue({ db }: App) {
  const pending = await listWaitingRedemptionNotices(db)
  const memberIds = pending.map(({ memberId }) => memberId)
  const members = await listMembersById(db, memberIds)

  return pending.map((redemptionNotice) => ({
    ...toRedemptionNoticeResponse(redemptionNotice),
    member: {
      _id: redemptionNotice.memberId,
      name: members.get(redemptionNotice.memberId)?.label ?? 'Erased member',
    },
  }))
}
