import { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { isSimulatedTransactionRaw, parseBitcoinTransaction } from '../model/simulated-bitcoin.ts'
import { sendSimulatedTransaction } from '../steps/send-simulated-transaction.ts'

/**
 * Sends a raw Bitcoin transaction into the mempool of the simulated chain and returns its id.
 * Throws `invalid_transaction` (409) and `output_spent` (409).
 */
export async function simulateBroadcast(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  raw: string,
): Promise<string> {
  if (!isSimulatedTransactionRaw(raw))
    throw new DomainError('invalid_transaction', 409, 'This isn’t a Bitcoin transaction.')

  const sent = { chain: 'bitcoin', replaceable: true, ...parseBitcoinTransaction(raw) } as const
  return await runInTransaction(db, (tx) => sendSimulatedTransaction(tx, sent, clock.now()))
}
