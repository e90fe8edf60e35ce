import { DomainError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { findSimulatedTransaction } from '../queries/simulated-chain.ts'
import { dropSimulatedTransaction } from '../steps/drop-simulated-transaction.ts'
import { mineSimulatedBlocks } from '../steps/mine-simulated-blocks.ts'
import { reorganiseSimulatedChain } from '../steps/reorganise-simulated-chain.ts'
import { sendSimulatedTransaction } from '../steps/send-simulated-transaction.ts'
import type { SimulateReplacementInput } from './simulate-replacement.ts'

/**
 * Reorganises a simulated chain so that a transaction in a block is replaced for good by another
 * one that spends the same outputs. Returns the id of that one. Throws `not_in_block` (409) and
 * `too_deep` (409).
 */
export async function simulateDoubleSpend(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { chain, txid, outputs }: SimulateReplacementInput,
): Promise<string> {
  const now = clock.now()
  return await runInTransaction(db, async (tx) => {
    const found = await findSimulatedTransaction(tx, chain, txid, now)
    if (!found?.block)
      throw new DomainError('not_in_block', 409, 'This transaction isn’t in a block.', 'txid')

    const depth = found.tip.height - found.block.height + 1
    await reorganiseSimulatedChain(tx, chain, depth, now)
    const inputs = await dropSimulatedTransaction(tx, chain, txid, now)

    const other = { chain, outputs, inputs, replaceable: false }
    const otherTxid = await sendSimulatedTransaction(tx, other, now)
    await mineSimulatedBlocks(tx, chain, { count: 1 }, now)
    return otherTxid
  })
}
