import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { ChainName } from '../model.ts'
import { dropSimulatedTransaction } from '../steps/drop-simulated-transaction.ts'

/** Removes a transaction from the mempool of a simulated chain. Throws `not_in_mempool` (409). */
export async function simulateDrop(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  chain: ChainName,
  txid: string,
): Promise<void> {
  await runInTransaction(db, (tx) => dropSimulatedTransaction(tx, chain, txid, clock.now()))
}
