import { formatAmount } from '#lib/money.ts'
import { formatTransactionId } from '#lib/transaction-ids.ts'
import { type LinkTransaction, loadTransactionLinks } from '#modules/chains/queries.ts'
import { formatRate } from '#modules/market/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import { listHeldTransactions } from '#modules/transaction-monitoring/queries.ts'
import type { App } from '#platform/app.ts'
import { buildWithdrawalTimeline, computePayoutDeadline, getPayoutChain, isOpen } from '../model.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { listSendingPayments, type SendingPayment } from '../queries/payout-progress.ts'
import { findLargeWithdrawals, type Withdrawal } from '../queries.ts'
import { toBatchOfRow } from './payout-batch.ts'

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

export const mapBatch = (batch: PayoutBatch | undefined) => (batch ? toBatchOfRow(batch) : null)

export async function loadContext(
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

export function toWithdrawalResponse(withdrawal: Withdrawal, context: Context) {
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
