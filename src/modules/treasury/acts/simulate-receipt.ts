import { newId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import type { Currency } from '#lib/money.ts'
import { recordReceipt } from '#modules/ledger/acts/record-receipt.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'

/**
 * Stands in for a payment in the sandbox: a receipt that says of itself that it is simulated. The reference is what it is
 * for (`dep_…`), so that asking twice is answered with the same one. Live has no such thing.
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
  invariant(app.config.MODE === 'sandbox', 'only the sandbox simulates what arrives')
  return await recordReceipt(tx, {
    id: newId('rcp'),
    source: 'simulated',
    reference: `simulated ${reference}`,
    outputIndex: 0,
    currency,
    amount: units,
    arrivedAt: app.clock.now(),
    recordedBy,
  })
}
