import { formatAmount } from '#lib/money.ts'
import { attachMemberNames } from '#modules/identity/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { buildWithdrawalTimeline, computePayoutDeadline, isOpen } from '../model.ts'
import { listPayoutBatchesById, type PayoutBatch } from '../queries/payout-batches.ts'
import { findQueuePlaces, listQueuePlaces, type Withdrawal } from '../queries.ts'
import { toBatchOfRow } from './payout-batches.ts'

/** The context of a response: the queue position, the stated hours, and the current time. */
type Context = { places: ReadonlyMap<string, number>; statedHours: number; now: Date }

/** Returns a withdrawal as its member sees it. */
export async function buildOwnWithdrawal(app: App, withdrawal: Withdrawal) {
  const [response] = await buildOwnWithdrawals(app, [withdrawal])
  return response as NonNullable<typeof response>
}

/** Returns withdrawals as their member sees them; counts the places of the open ones alone. */
export async function buildOwnWithdrawals(app: App, withdrawals: readonly Withdrawal[]) {
  const openIds = withdrawals.filter(isOpen).map(({ id }) => id)
  const context = await loadContext(app, await findQueuePlaces(app.db, openIds))
  return withdrawals.map((withdrawal) => toResponse(withdrawal, context))
}

/** Returns a withdrawal as the back office shows it. */
export async function buildStaffWithdrawal(app: App, withdrawal: Withdrawal) {
  const [response] = await buildStaffWithdrawals(app, [withdrawal])
  return response as NonNullable<typeof response>
}

/** Returns withdrawals as the back office shows them, with their members' names. */
export async function buildStaffWithdrawals(app: App, withdrawals: readonly Withdrawal[]) {
  const context = await loadContext(app, await listQueuePlaces(app.db))
  const named = await attachMemberNames(app.db, withdrawals)
  const batches = await listPayoutBatchesById(
    app.db,
    withdrawals.flatMap(({ payoutBatchId }) => payoutBatchId ?? []),
  )

  const findBatch = (id: string | null) => (id === null ? undefined : batches.get(id))

  return named.map((withdrawal) => ({
    ...toResponse(withdrawal, context),
    payoutBatch: mapBatch(findBatch(withdrawal.payoutBatchId)),
    member: { _id: withdrawal.memberId, name: withdrawal.name, email: withdrawal.email },
    approvedBy: withdrawal.approvedBy,
    closedBy: withdrawal.closedBy,
    reversedBy: withdrawal.reversedBy,
  }))
}

const mapBatch = (batch: PayoutBatch | undefined) => (batch ? toBatchOfRow(batch) : null)

async function loadContext(app: App, places: Context['places']): Promise<Context> {
  const { statedHours } = await getSetting(app.db, app.config, 'withdrawals')
  return { places, statedHours, now: app.clock.now() }
}

function toResponse(withdrawal: Withdrawal, { places, statedHours, now }: Context) {
  const { id, amount, fee, status, coin, coinAmount, rate, payableFrom } = withdrawal
  const expectedBy = isOpen(withdrawal) ? computePayoutDeadline(withdrawal, statedHours) : null

  return {
    _id: id,
    amount,
    status,
    createdAt: withdrawal.createdAt,
    source: withdrawal.source,
    coin,
    fee,
    payableFrom,
    txid: withdrawal.txid,
    reason: withdrawal.reason ?? withdrawal.reversalReason,
    expectedBy,
    payment_method: withdrawal.method,
    wallet_address: withdrawal.address,
    arrives: amount - fee,
    cooling: status === 'pending' && payableFrom > now,
    late: expectedBy !== null && expectedBy < now,
    place: places.get(id) ?? null,
    secondAdminNeeded: withdrawal.proposedAt !== null && status === 'pending',
    coinAmount: coinAmount === null ? null : formatAmount(coinAmount, coin),
    rate: rate === null ? null : formatRate(rate),
    closedAt: withdrawal.closedAt,
    timeline: buildWithdrawalTimeline(withdrawal, now),
  }
}
