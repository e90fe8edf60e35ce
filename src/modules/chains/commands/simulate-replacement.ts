import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { ChainName } from '../model.ts'
import { dropSimulatedTransaction } from '../steps/drop-simulated-transaction.ts'
import {
  type SimulatedOutput,
  sendSimulatedTransaction,
} from '../steps/send-simulated-transaction.ts'

export type SimulateReplacementInput = {
  chain: ChainName
  /** The transaction in the mempool that is replaced. */
  txid: string
  outputs: readonly SimulatedOutput[]
}

/**
 * Replaces a transaction in the mempool of a simulated chain by another one that spends the same
 * outputs, and returns its id. Throws `not_in_mempool` (409).
 */
export async function simulateReplacement(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { chain, txid, outputs }: SimulateReplacementInput,
): Promise<string> {
  const now = clock.now()
  return await runInTransaction(db, async (tx) => {
    const inputs = await dropSimulatedTransaction(tx, chain, txid, now)
    const replacement = { chain, outputs, inputs, replaceable: chain === 'bitcoin' }
    return await sendSimulatedTransaction(tx, replacement, now)
  })
}
