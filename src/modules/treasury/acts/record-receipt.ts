import { newId } from '#lib/ids.ts'
import { recordReceipt as recordInLedger } from '#modules/ledger/acts/record-receipt.ts'
import type { Receipt } from '#modules/ledger/model.ts'
import type { Tx } from '#platform/db.ts'

/** What someone saw arrive outside: on a chain, or at the bank. */
export type Arrival = Omit<Receipt, 'id' | 'source'> & { source: Exclude<Receipt['source'], 'simulated'> }

/**
 * Writes down what arrived and answers its receipt's id, the older one when the same output was recorded before.
 * Throws `receipt_conflict` (409) when it was recorded with another amount. Posting with it consumes it, once.
 */
export async function recordReceipt(tx: Tx, arrival: Arrival): Promise<string> {
  return await recordInLedger(tx, { id: newId('rcp'), ...arrival })
}
