import type { Currency } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type PaymentReferenceInput, resolveOutput } from '../model.ts'
import { recordReceipt } from './record-receipt.ts'

export type ObservedReceiptInput = PaymentReferenceInput & {
  currency: Currency
  units: bigint
  /** What it is for, `dep_…`: the name of a receipt that the sandbox simulates. */
  purpose: string
}

/**
 * The receipt of what somebody saw arrive where the currency usually does, written down at once; in
 * the sandbox naming nothing means a simulated one. Throws `receipt_conflict` (409) when it was
 * recorded with another amount, and what `resolveOutput` throws.
 */
export async function recordObservedReceipt(
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  actor: Actor,
  { currency, units, purpose, ...observed }: ObservedReceiptInput,
): Promise<string> {
  const output = resolveOutput(app.config.MODE, currency, observed, purpose)
  const receivedAt = app.clock.now()

  return await recordReceipt(tx, app, {
    ...output,
    currency,
    amount: units,
    arrivedAt: receivedAt,
    recordedBy: actor.id,
  })
}
