import { systemActor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { ChainPayment } from '#modules/chains/model.ts'
import { getMember } from '#modules/identity/queries.ts'
import { listOwnAddresses } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { computeArrival, matchOwnAddress, matchSharedAddress, type PaymentMatch } from '../model.ts'
import { getCreditRate } from '../queries/deposit-credit.ts'
import { toDeposit } from '../queries/deposit-row.ts'
import { listCandidates } from '../queries/payment-candidates.ts'
import type { DepositTables } from '../tables.ts'
import { lockDeposit } from './lock-deposit.ts'

/**
 * Finds the deposit of a payment that was not seen before and stores which one it is; returns the
 * deposit's id, or null for an unmatched payment. Throws `price_unavailable` (503) for a late
 * payment without a rate.
 */
export async function assignPayment(
  app: App,
  tx: Tx,
  payment: ChainPayment,
): Promise<string | null> {
  const match = await findMatch(app, tx, payment)
  const now = app.clock.now()
  const assigned = {
    payment_id: payment.id,
    member_id: match.memberId,
    assigned_at: now,
    assigned_by: systemActor.label,
  }

  if (match.depositId === null) {
    const unmatched = { deposit_id: null, reason: match.reason, rate: null }
    await insert(tx, { ...assigned, ...unmatched, arrived_at: payment.firstSeenAt })
    await record(tx, now, systemActor, 'deposit.payment-unmatched', payment.id, {
      txid: payment.txid,
      units: payment.units,
      reason: match.reason,
    })
    return null
  }

  const deposit = toDeposit(await lockDeposit(tx, match.depositId), now)
  const arrivedAt = computeArrival(payment.firstSeenAt, deposit.createdAt)
  const { rate, late } = await getCreditRate(app, deposit, arrivedAt)
  await insert(tx, {
    ...assigned,
    deposit_id: deposit.id,
    reason: null,
    arrived_at: arrivedAt,
    rate,
  })
  await record(tx, now, systemActor, 'deposit.payment-seen', deposit.id, {
    payment: payment.id,
    txid: payment.txid,
    units: payment.units,
    arrivedAt: arrivedAt.toISOString(),
    late,
  })

  return deposit.id
}

const insert = (tx: Tx, row: InsertedPayment) =>
  tx.withTables<DepositTables>().insertInto('deposit_payment').values(row).execute()

type InsertedPayment = Omit<
  DepositTables['deposit_payment'],
  'receipt_id' | 'refund_address' | 'refund_asked_at'
>

/** Finds the deposit of a payment, and locks it so that no decision comes in between. */
async function findMatch(app: App, tx: Tx, payment: ChainPayment): Promise<PaymentMatch> {
  const isShared = (await listOwnAddresses(tx, app.config)).has(payment.address)
  const candidates = await listCandidates(tx, payment, isShared)
  const match = isShared
    ? matchSharedAddress(candidates, payment.units)
    : matchOwnAddress(candidates, payment.firstSeenAt)
  if (match.depositId === null) return match

  const { status } = await lockDeposit(tx, match.depositId)
  const { memberId } = match
  if (status === 'completed' || status === 'rejected' || status === 'reversed')
    return { depositId: null, memberId, reason: 'already_decided' }

  return (await getMember(tx, memberId)).status === 'closed'
    ? { depositId: null, memberId, reason: 'account_closed' }
    : match
}
