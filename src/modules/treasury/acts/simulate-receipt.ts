import { newId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import type { Coin, CoinUnits } from '#lib/money.ts'
import { recordReceipt } from '#modules/ledger/acts/record-receipt.ts'
import { custody } from '#modules/ledger/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { simulateMovement } from './simulate-movement.ts'

/**
 * Stands in for a payment in the sandbox: coin arrives in the simulated outside, with a receipt that says of itself that
 * it is simulated. The reference is what it is for (`dep_…`), so that asking twice is answered with the same one. Live has
 * no such thing.
 */
export async function simulateReceipt(
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  {
    coin,
    units,
    reference,
    recordedBy,
  }: { coin: Coin; units: CoinUnits; reference: string; recordedBy: string },
): Promise<string> {
  invariant(app.config.MODE === 'sandbox', 'only the sandbox simulates what arrives')
  const id = await recordReceipt(tx, {
    id: newId('rcp'),
    source: 'simulated',
    reference: `simulated ${reference}`,
    outputIndex: 0,
    currency: coin,
    amount: units,
    arrivedAt: app.clock.now(),
    recordedBy,
  })
  await simulateMovement(tx, app, { account: custody(coin), units, reference: id })
  return id
}
