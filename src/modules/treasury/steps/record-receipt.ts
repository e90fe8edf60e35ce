import { createId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import { type AccountCode, type Receipt, toCustodyAccountCode } from '#modules/ledger/model.ts'
import { recordReceipt as recordInLedger } from '#modules/ledger/steps/record-receipt.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { simulateMovement } from './simulate-movement.ts'

/** What someone saw arrive outside: on a chain, or at the bank. */
export type Arrival = Omit<Receipt, 'id'> & {
  /** Made beforehand where a second admin decides on what will be posted with it. */
  id?: string
  /** The custody account that it reached; the currency's usual one unless told otherwise. */
  into?: AccountCode
}

/**
 * Writes down what arrived and answers its receipt's id, the older one when the same output was
 * recorded before. Throws `receipt_conflict` (409) when it was recorded with another amount.
 * Posting with it consumes it, once. In the sandbox, which no chain and no bank pays, what is said
 * to have arrived arrives in the simulated outside.
 */
export async function recordReceipt(
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  { id: receiptId = createId('rcp'), into, ...arrival }: Arrival,
): Promise<string> {
  invariant(
    arrival.source !== 'simulated' || app.config.MODE === 'sandbox',
    'only the sandbox simulates what arrives',
  )

  const id = await recordInLedger(tx, { id: receiptId, ...arrival })
  const { currency, amount: units } = arrival
  await simulateMovement(tx, app, {
    account: into ?? toCustodyAccountCode(currency),
    units,
    reference: id,
  })

  return id
}
