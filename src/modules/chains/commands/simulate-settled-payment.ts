import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { SETTLING_BLOCKS } from '../model/check-times.ts'
import { listSimulatedPayments } from '../queries/simulated-chain.ts'
import { mineSimulatedBlocks } from '../steps/mine-simulated-blocks.ts'
import { sendSimulatedTransaction } from '../steps/send-simulated-transaction.ts'
import type { SimulatePaymentInput } from './simulate-payment.ts'

/**
 * Sends a payment on a simulated chain and mines the blocks that settle it, unless the chain
 * already shows a payment of so much to the address. Returns the id of its transaction.
 */
export async function simulateSettledPayment(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { chain, ...output }: Pick<SimulatePaymentInput, 'chain' | 'coin' | 'address' | 'units'>,
): Promise<string> {
  const now = clock.now()

  return await runInTransaction(db, async (tx) => {
    const payments = await listSimulatedPayments(tx, chain, { targets: [output], now })
    const known = payments.find(({ units }) => units === output.units)
    const payment = { chain, outputs: [output], replaceable: false }
    const txid = known?.txid ?? (await sendSimulatedTransaction(tx, payment, now))
    const count = SETTLING_BLOCKS[chain]
    if (!known?.block) await mineSimulatedBlocks(tx, chain, { count }, now)

    return txid
  })
}
