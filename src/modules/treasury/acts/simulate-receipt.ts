import { newId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import type { Currency } from '#lib/money.ts'
import { recordReceipt } from '#modules/ledger/acts/record-receipt.ts'
import { type AccountCode, custody } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { simulateMovement } from './simulate-movement.ts'

/**
 * Stands in for a payment in the sandbox: it arrives in the simulated outside, with a receipt that says of itself that it
 * is simulated. The reference is what it is for (`dep_…`), so that asking twice is answered with the same one. Live has
 * no such thing.
 */
export async function simulateReceipt(
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  {
    currency,
    units,
    reference,
    recordedBy,
    into = custody(currency),
  }: { currency: Currency; units: bigint; reference: string; recordedBy: string; into?: AccountCode },
): Promise<string> {
  invariant(app.config.MODE === 'sandbox', 'only the sandbox simulates what arrives')
  const id = await recordReceipt(tx, {
    id: newId('rcp'),
    source: 'simulated',
    reference: `simulated ${reference}`,
    outputIndex: 0,
    currency,
    amount: units,
    arrivedAt: app.clock.now(),
    recordedBy,
  })
  await simulateMovement(tx, app, { account: into, units, reference: id })
  return id
}
