import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { findMovementArrival, type Movement } from '../model.ts'
import { recordReceipt } from './record-receipt.ts'

/**
 * Writes down the receipt that a movement is posted with, under the very id that was decided on,
 * and who saw it when. Throws `receipt_used` or `receipt_conflict` (409) when the same output was
 * recorded meanwhile under another one.
 */
export async function recordArrivalReceipt(
  app: Pick<App, 'config' | 'clock'>,
  tx: Tx,
  movement: Movement,
  observation: { by: string; at: Date },
): Promise<void> {
  const arrival = findMovementArrival(movement)
  if (!arrival) return

  const { units: amount, ...rest } = arrival
  const id = await recordReceipt(tx, app, {
    ...rest,
    amount,
    arrivedAt: observation.at,
    recordedBy: observation.by,
  })
  if (id !== arrival.id) throw createReceiptUsedError(arrival.currency)
}

/** The answer about what arrived and was booked already, at the field that names it. */
export const createReceiptUsedError = (currency: Currency) =>
  new DomainError(
    'receipt_used',
    409,
    'This receipt has already been used.',
    currency === 'USD' ? 'bankReference' : 'txid',
  )
