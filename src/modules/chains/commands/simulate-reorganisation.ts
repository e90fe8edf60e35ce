import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { ChainName } from '../model.ts'
import { reorganiseSimulatedChain } from '../steps/reorganise-simulated-chain.ts'

/**
 * Replaces the newest blocks of a simulated chain; their transactions wait in the mempool again.
 * Throws `too_deep` (409).
 */
export async function simulateReorganisation(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  chain: ChainName,
  depth: number,
): Promise<void> {
  await runInTransaction(db, (tx) => reorganiseSimulatedChain(tx, chain, depth, clock.now()))
}
