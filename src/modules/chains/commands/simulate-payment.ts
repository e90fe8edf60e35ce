import type { Coin } from '#lib/currencies.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { ChainName } from '../model.ts'
import { sendSimulatedTransaction } from '../steps/send-simulated-transaction.ts'

export type SimulatePaymentInput = {
  chain: ChainName
  coin: Coin
  address: string
  units: bigint
  /** Bitcoin: its sender may replace it; true by default. */
  replaceable?: boolean
  /** The time it appears in the mempool; now by default. */
  sentAt?: Date
}

/**
 * Sends a payment into the mempool of the sandbox's simulated chain and returns the id of its
 * transaction. The database refuses it in live mode.
 */
export async function simulatePayment(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { chain, coin, address, units, replaceable = true, sentAt }: SimulatePaymentInput,
): Promise<string> {
  return await runInTransaction(db, (tx) =>
    sendSimulatedTransaction(
      tx,
      {
        chain,
        outputs: [{ coin, address, units }],
        replaceable: replaceable && chain === 'bitcoin',
      },
      sentAt ?? clock.now(),
    ),
  )
}
