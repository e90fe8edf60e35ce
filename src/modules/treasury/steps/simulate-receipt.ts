import type { Currency } from '#lib/money.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { createSimulatedOutput } from '../model.ts'
import { recordReceipt } from './record-receipt.ts'

/**
 * Stands in for a payment in the sandbox: it arrives in the simulated outside, with a receipt that
 * says of itself that it is simulated. The reference is what it is for (`dep_…`), so that asking
 * twice is answered with the same one. Live has no such thing.
 */
export async function simulateReceipt(
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  {
    currency,
    units,
    reference,
    recordedBy,
  }: { currency: Currency; units: bigint; reference: string; recordedBy: string },
): Promise<string> {
  const receivedAt = app.clock.now()
  return await recordReceipt(tx, app, {
    ...createSimulatedOutput(reference),
    currency,
    amount: units,
    arrivedAt: receivedAt,
    recordedBy,
  })
}
