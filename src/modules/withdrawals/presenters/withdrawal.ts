import { formatAmount } from '#lib/money.ts'
import { formatTransactionId } from '#lib/transaction-ids.ts'
import { type LinkTransaction, loadTransactionLinks } from '#modules/chains/queries.ts'
import { attachMemberNames } from '#modules/identity/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { listHeldTransactions } from '#modules/transaction-monitoring/queries.ts'
import { countWaitingMinutes } from '#modules/transactions/model.ts'
import type { App } from '#platform/app.ts'
import { buildWithdrawalTimeline, computePayoutDeadline, getPayoutChain, isOpen } from '../model.ts'
import { listPayoutBatchesById, type PayoutBatch } from '../queries/payout-batches.ts'
import { listSendingPayments, type SendingPayment } from '../queries/payout-transactions.ts'
import {
  findLargeWithdrawals,
  findQueuePlaces,
  listQueuePlaces,
  type RequestedWithdrawal,
  type Withdrawal,
} from '../queries.ts'
import { toBatchOfRow } from './payout-batches.ts'

/**
 * The context of a response: the queue positions, the pending withdrawals that two admins have to
 * approve, the stated hours, and the current time.
 */
type Context = {
  places: ReadonlyMap<string, number>
  large: ReadonlySet<string>
  /** The open withdrawals that transaction monitoring holds. */
  inReview: ReadonlySet<string>
  statedHours: number
  now: Date
  /** The payments that the chain shows and that are not confirmed yet. */
  sending: ReadonlyMap<string, SendingPayment>
  link: LinkTransaction
}

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
  toResponse(withdrawal, {
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
  return withdrawals.map((withdrawal) => toResponse(withdrawal, context))
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
    ...toResponse(withdrawal, context),
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

const mapBatch = (batch: PayoutBatch | undefined) => (batch ? toBatchOfRow(batch) : null)

async function loadContext(
  app: App,
  places: Context['places'],
  withdrawals: readonly Withdrawal[],
): Promise<Context> {
  const { statedHours, secondAdminFrom } = await getSetting(app.db, app.config, 'withdrawals')
  const now = app.clock.now()
  const pending = withdrawals.filter(({ status }) => status === 'pending').map(({ id }) => id)
  const large = await findLargeWithdrawals(app.db, pending, BigInt(secondAdminFrom), now)

  const inReview = await listHeldTransactions(
    app.db,
    withdrawals.filter(isOpen).map(({ id }) => id),
  )
  const approved = withdrawals.filter(({ status }) => status === 'approved').map(({ id }) => id)
  const sending = await listSendingPayments(app.db, approved)

  const link = await loadTransactionLinks(app)

  return { places, large, inReview, statedHours, now, sending, link }
}

function toResponse(withdrawal: Withdrawal, context: Context) {
  const { places, large, statedHours, now, link } = context
  const { id, amount, fee, status, coin, coinAmount, rate, payableFrom, txid } = withdrawal
  const chain = getPayoutChain(withdrawal)
  const approvedOnce = withdrawal.proposedAt !== null && status === 'pending'
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
    txid: txid && formatTransactionId(coin, txid, chain),
    explorer: txid ? link({ chain, coin, txid }) : null,
    sending: toSendingResponse(context, withdrawal),
    reason: withdrawal.reason ?? withdrawal.reversalReason,
    expectedBy,
    payment_method: withdrawal.method,
    wallet_address: withdrawal.address,
    arrives: amount - fee,
    cooling: status === 'pending' && payableFrom > now,
    inReview: context.inReview.has(id),
    late: expectedBy !== null && expectedBy < now,
    place: places.get(id) ?? null,
    secondAdminNeeded: status === 'pending' && (approvedOnce || large.has(id)),
    approvedOnce,
    coinAmount: coinAmount === null ? null : formatAmount(coinAmount, coin),
    rate: rate === null ? null : formatRate(rate),
    closedAt: withdrawal.closedAt,
    timeline: buildWithdrawalTimeline(withdrawal, now),
  }
}

/** Returns the payment of a withdrawal that is not confirmed yet, as the contract answers it. */
function toSendingResponse({ sending, link }: Context, withdrawal: Withdrawal) {
  const { id, coin } = withdrawal
  const payment = sending.get(id)
  if (!payment) return null

  const { txid, seenAt, confirmations, needed } = payment
  const chain = getPayoutChain(withdrawal)
  return {
    txid: formatTransactionId(coin, txid, chain),
    explorer: link({ chain, coin, txid }),
    sentAt: seenAt,
    confirmations,
    needed,
  }
}
