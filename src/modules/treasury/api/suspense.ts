import { matchSuspense } from '../commands/match-suspense.ts'
import { proposeRefund } from '../commands/propose-refund.ts'
import { receiveSuspense } from '../commands/receive-suspense.ts'
import { toMovementResponse } from '../presenters/movement.ts'
import { calls, omitUndefined } from './calls.ts'

/** Payments that match no deposit. */
export const suspenseHandlers = {
  receiveSuspense: calls.receiveSuspense.handler(async ({ context: { app, admin }, input }) =>
    toMovementResponse(
      await receiveSuspense(app, admin(), omitUndefined(input)),
      'Unmatched payment recorded',
    ),
  ),
  matchSuspense: calls.matchSuspense.handler(async ({ context: { app, admin }, input }) => {
    const { id: receipt, member: memberId, reason } = input
    return toMovementResponse(
      await matchSuspense(app, admin(), { receipt, memberId, reason }),
      'Matched',
    )
  }),
  refundSuspense: calls.refundSuspense.handler(
    async ({ context: { app, admin }, input: { id, ...input } }) =>
      toMovementResponse(
        await proposeRefund(app, admin(), omitUndefined({ ...input, receipt: id })),
        'Refunded',
      ),
  ),
}
