import { attachMemberNames } from '#modules/identity/queries.ts'
import { countWaitingMinutes } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { isOpen } from '../model.ts'
import { listPayoutBatchesById } from '../queries/payout-batches.ts'
import {
  findQueuePlaces,
  listQueuePlaces,
  type RequestedWithdrawal,
  type Withdrawal,
} from '../queries.ts'
import { loadContext, mapBatch, toWithdrawalResponse } from './withdrawal-response.ts'

/** Returns a withdrawal as its member sees it. */
export async function buildOwnWithdrawal(app: App, withdrawal: Withdrawal) {
  const [response] = await buildOwnWithdrawals(app, [withdrawal])
  return response as NonNullable<typeof response>
}

/** Returns a withdrawal that was just requested as its member sees it. */
export const toRequestedResponse = (
  { clock }: App,
  { place, secondAdminNeeded, statedHours, ...withdrawal }: RequestedWithdrawal,
) =>
  toWithdrawalResponse(withdrawal, {
    places: new Map([[withdrawal.id, place]]),
    large: new Set(secondAdminNeeded ? [withdrawal.id] : []),
    inReview: new Set(),
    statedHours,
    now: clock.now(),
    sending: new Map(),
    link: () => null,
  })

/** Returns withdrawals as their member sees them; counts the places of the open ones alone. */
export async function buildOwnWithdrawals(app: App, withdrawals: readonly Withdrawal[]) {
  const openIds = withdrawals.filter(isOpen).map(({ id }) => id)
  const places = await findQueuePlaces(app.db, openIds)
  const context = await loadContext(app, places, withdrawals)
  return withdrawals.map((withdrawal) => toWithdrawalResponse(withdrawal, context))
}

/** Returns a withdrawal as the back office shows it. */
export async function buildStaffWithdrawal(app: App, withdrawal: Withdrawal) {
  const [response] = await buildStaffWithdrawals(app, [withdrawal])
  return response as NonNullable<typeof response>
}

/** Returns withdrawals as the back office shows them, with their members' names. */
export async function buildStaffWithdrawals(app: App, withdrawals: readonly Withdrawal[]) {
  const context = await loadContext(app, await listQueuePlaces(app.db), withdrawals)
  const named = await attachMemberNames(app.db, withdrawals)
  const batches = await listPayoutBatchesById(
    app.db,
    withdrawals.flatMap(({ payoutBatchId }) => payoutBatchId ?? []),
  )

  const findBatch = (id: string | null) => (id === null ? undefined : batches.get(id))

  return named.map((withdrawal) => ({
    ...toWithdrawalResponse(withdrawal, context),
    waitingMinutes: isOpen(withdrawal)
      ? countWaitingMinutes(withdrawal.createdAt, context.now)
      : null,
    payoutBatch: mapBatch(findBatch(withdrawal.payoutBatchId)),
    member: { _id: withdrawal.memberId, name: withdrawal.name, email: withdrawal.email },
    approvedBy: withdrawal.approvedBy,
    closedBy: withdrawal.closedBy,
    reversedBy: withdrawal.reversedBy,
  }))
}
