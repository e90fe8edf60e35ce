import { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import {
  findBitcoinNetwork,
  isSimulatedTransactionRaw,
  parseBitcoinTransaction,
} from '../model/simulated-bitcoin.ts'
import { findSpentAddress } from '../queries/simulated-balances.ts'
import { sendSimulatedTransaction } from '../steps/send-simulated-transaction.ts'

/**
 * Sends a raw Bitcoin transaction into the mempool of the simulated chain and returns its id. It
 * pays addresses of the network of what it spends.
 * Throws `invalid_transaction` (409) and `output_spent` (409).
 */
export async function simulateBroadcast(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  raw: string,
): Promise<string> {
  if (!isSimulatedTransactionRaw(raw))
    throw new DomainError('invalid_transaction', 409, 'This isn’t a Bitcoin transaction.')

  const { inputs } = parseBitcoinTransaction(raw)
  return await runInTransaction(db, async (tx) => {
    const spent = await findSpentAddress(tx, inputs)
    const transaction = parseBitcoinTransaction(raw, findBitcoinNetwork(spent ?? ''))
    const sent = { chain: 'bitcoin', replaceable: true, ...transaction } as const

    return await sendSimulatedTransaction(tx, sent, clock.now())
  })
}
