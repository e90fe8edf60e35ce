import { formatDay } from '#lib/dates.ts'
import { cancelRedemptionNotice } from '../commands/cancel-redemption-notice.ts'
import { giveRedemptionNotice } from '../commands/give-redemption-notice.ts'
import { investBalance } from '../commands/invest-balance.ts'
import { setAtMaturity } from '../commands/set-at-maturity.ts'
import {
  buildRedemptionNoticeQueue,
  toPositionResponse,
  toPositionTimelineResponse,
  toRedemptionNoticeResponse,
} from '../presenters/positions.ts'
import { getPositionTimeline } from '../queries/position-timeline.ts'
import { listMemberPositions, listMemberRedemptionNotices, previewRedemption } from '../queries.ts'
import { calls } from './calls.ts'

/** A member's positions. */
export const positionHandlers = {
  positions: calls.positions.handler(async ({ context: { app, member } }) => {
    const positions = await listMemberPositions(app.db, member().id, app.clock.today())
    return { message: 'Positions', data: positions.map(toPositionResponse) }
  }),
  position: calls.position.handler(async ({ context: { app, member }, input }) => {
    const timeline = await getPositionTimeline(app.db, member().id, input.id, app.clock.today())
    return { message: 'Position', data: toPositionTimelineResponse(timeline) }
  }),
  invest: calls.invest.handler(async ({ context: { app, member }, input }) => {
    const { selected_plan, amount, at_maturity } = input
    const position = await investBalance(app, member(), {
      ...(selected_plan !== undefined && { planId: selected_plan }),
      ...(amount !== undefined && { amount }),
      ...(at_maturity !== undefined && { atMaturity: at_maturity }),
    })

    return { message: 'Invested', data: toPositionResponse(position) }
  }),
  setAtMaturity: calls.setAtMaturity.handler(async ({ context: { app, member }, input }) => {
    const { id: positionId, at_maturity: atMaturity } = input
    const position = await setAtMaturity(app, member(), { positionId, atMaturity })
    return { message: 'Choice saved', data: toPositionResponse(position) }
  }),
}

/** Redemption notices. */
export const redemptionHandlers = {
  redemption: calls.redemption.handler(async ({ context: { app, member }, input }) => {
    const query = { positionId: input.id, amount: input.amount }
    const today = app.clock.today()
    const { position, ...effect } = await previewRedemption(app.db, member().id, query, today)
    const { noticePeriodDays, maturesOn } = position

    return { message: 'Effect of a redemption', data: { ...effect, noticePeriodDays, maturesOn } }
  }),
  giveRedemptionNotice: calls.giveRedemptionNotice.handler(
    async ({ context: { app, member }, input }) => {
      const { id: positionId, amount } = input
      const redemptionNotice = await giveRedemptionNotice(app, member(), { positionId, amount })

      return {
        message: `Notice given. It ends on ${formatDay(redemptionNotice.endsOn)}.`,
        data: toRedemptionNoticeResponse(redemptionNotice),
      }
    },
  ),
  redemptionNotices: calls.redemptionNotices.handler(async ({ context: { app, member } }) => {
    const redemptionNotices = await listMemberRedemptionNotices(app.db, member().id)
    return { message: 'Notices', data: redemptionNotices.map(toRedemptionNoticeResponse) }
  }),
  cancelRedemptionNotice: calls.cancelRedemptionNotice.handler(
    async ({ context: { app, member }, input }) => {
      const redemptionNotice = await cancelRedemptionNotice(app, member(), input.id)
      return {
        message: 'Notice cancelled. The amount stays invested.',
        data: toRedemptionNoticeResponse(redemptionNotice),
      }
    },
  ),
  allRedemptionNotices: calls.allRedemptionNotices.handler(async ({ context: { app } }) => ({
    message: 'Notices',
    data: await buildRedemptionNoticeQueue(app),
  })),
}
