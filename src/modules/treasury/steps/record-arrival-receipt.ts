import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { findMovementArrival, type Movement } from '../model.ts'
import { receivePayment } from './receive-payment.ts'

/**
 * Records the receipt that a movement is posted with, under the id in the approved content, with
 * the admin who observed the payment and the time. Throws `receipt_used` or `receipt_conflict`
 * (409) when the same output has been recorded under another id in the meantime.
 */
export async function recordArrivalReceipt(
  app: Pick<App, 'config' | 'clock'>,
  tx: Tx,
  movement: Movement,
  observation: { by: string; at: Date },
): Promise<void> {
  const arrival = findMovementArrival(movement)
  if (!arrival) return

  const { units, ...payment } = arrival
  const receiptId = await receivePayment(tx, app, {
    ...payment,
    amount: units,
    arrivedAt: observation.at,
    recordedBy: observation.by,
  })

  if (receiptId !== arrival.id) throw createReceiptUsedError(arrival.currency)
}

/** Returns `receipt_used` (409) at the field that names the payment. */
export const createReceiptUsedError = (currency: Currency) =>
  new DomainError(
    'receipt_used',
    409,
    'This receipt has already been used.',
    currency === 'USD' ? 'bankReference' : 'txid',
  )
