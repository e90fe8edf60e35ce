import type { QueryCreator } from 'kysely'
import type { Actor } from '#modules/audit/model.ts'
import { receivePayment } from '#modules/treasury/steps/receive-payment.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ConfirmedCredit, DepositPayment } from '../model.ts'
import type { DepositTables } from '../tables.ts'

/** A receipt with its share of what arrived. */
type CreditReceipt = { id: string; amount: bigint }

/**
 * Records the receipts of a credit: one of each payment on chain, or the one that a person entered.
 * Throws `receipt_conflict` (409).
 */
export async function receiveCredit(
  app: App,
  tx: Tx,
  actor: Actor,
  { arrival, arrivedAt, payments }: ConfirmedCredit,
): Promise<CreditReceipt[]> {
  const recordedBy = actor.id
  if (payments.length === 0) {
    const id = await receivePayment(tx, app, { ...arrival, arrivedAt, recordedBy })
    return [{ id, amount: arrival.amount }]
  }

  const receipts = []
  for (const payment of payments) {
    const { coin, txid: reference, outputIndex, units: amount } = payment
    const id = await receivePayment(tx, app, {
      source: coin,
      currency: coin,
      reference,
      outputIndex,
      amount,
      arrivedAt: payment.arrivedAt,
      recordedBy,
    })
    await setReceipt(tx, payment, id)
    receipts.push({ id, amount })
  }

  return receipts
}

const setReceipt = (tx: Tx, { id, arrivedAt, rate }: DepositPayment, receiptId: string) =>
  tx
    .withTables<DepositTables>()
    .updateTable('deposit_payment')
    .set({ receipt_id: receiptId, arrived_at: arrivedAt, rate })
    .where('payment_id', '=', id)
    .where('receipt_id', 'is', null)
    .execute()

/**
 * Returns the update that takes the payments that were not posted out of a deposit, so that staff
 * match or refund them.
 */
export const buildPaymentRelease = (
  tables: QueryCreator<DepositTables>,
  depositId: string,
  reason: 'already_decided' | 'refunded' = 'already_decided',
) =>
  tables
    .updateTable('deposit_payment')
    .set({ deposit_id: null, reason, rate: null })
    .where('deposit_id', '=', depositId)
    .where('receipt_id', 'is', null)
