import { createId } from '#lib/ids.ts'
import { invariant } from '#lib/invariant.ts'
import { type AccountCode, type Receipt, toCustodyAccountCode } from '#modules/ledger/model.ts'
import { recordReceipt } from '#modules/ledger/steps/record-receipt.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { simulateMovement } from './simulate-movement.ts'

/** A payment observed on a chain or at the bank; its amount is in minor units of its currency. */
export type ReceivedPayment = Omit<Receipt, 'id'> & {
  /** The receipt's id, set in advance where a second admin approves what is posted with it. */
  id?: string
  /** The custody account the payment reached; the default account of its currency if omitted. */
  into?: AccountCode
}

/**
 * Records the receipt of a payment and returns the receipt's id, or the id of the earlier receipt
 * of the same output. A posting consumes the receipt, once. In the sandbox, which receives no real
 * payments, the same amount is added to the simulated outside. Throws `receipt_conflict` (409) when
 * the output was recorded with another amount.
 */
export async function receivePayment(
  tx: Tx,
  app: Pick<App, 'config' | 'clock'>,
  { id = createId('rcp'), into, ...payment }: ReceivedPayment,
): Promise<string> {
  invariant(
    payment.source !== 'simulated' || app.config.MODE === 'sandbox',
    'only the sandbox simulates payments',
  )

  const { currency, amount } = payment
  const receiptId = await recordReceipt(tx, { id, ...payment })

  await simulateMovement(tx, app, {
    account: into ?? toCustodyAccountCode(currency),
    units: amount,
    reference: receiptId,
  })

  return receiptId
}
