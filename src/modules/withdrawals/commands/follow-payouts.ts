import { invariant } from '#lib/invariant.ts'
import { getNeededProviders } from '#modules/chains/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { isSpentElsewhere } from '../queries/find-spent-inputs.ts'
import { observeTransaction, type TransactionObservation } from '../queries/observe-transaction.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import { listFollowedTransactions } from '../queries/payout-progress.ts'
import { getPayoutTransaction } from '../queries/payout-transactions.ts'
import { getRequiredConfirmations } from '../queries/required-confirmations.ts'
import { payLines } from '../steps/pay-batch-lines.ts'
import { storeObservation } from '../steps/store-observation.ts'

/**
 * Checks the transactions of all open payout batches, or of one, on their chains, and completes the
 * withdrawals that they paid. Throws the first failure once all others were checked.
 */
export async function followPayouts(app: App, batchId?: string): Promise<void> {
  const transactions = await listFollowedTransactions(app.db, app.clock.now(), batchId)
  const failures: unknown[] = []

  for (const { id, txid } of transactions) {
    try {
      await followTransaction(app, id)
    } catch (error) {
      app.log.error({ err: error, txid }, 'a payout transaction can’t be checked')
      failures.push(error)
    }
  }

  if (failures.length > 0) throw failures[0]
}

/**
 * Asks the chain about a transaction of a batch, stores what it shows, and completes each
 * withdrawal that the confirmed transaction paid in full, at its address. Safe to repeat.
 */
async function followTransaction(app: App, id: string): Promise<void> {
  const transaction = await getPayoutTransaction(app.db, id)
  const batch = await getPayoutBatch(app.db, transaction.batchId)
  invariant(batch.method, 'a batch with a transaction has a payment method')

  const providers = app.chains[batch.chain]
  const needed = await getRequiredConfirmations(app.db, batch.chain, batch.cents)
  const observation = await observeTransaction(providers, transaction.txid, {
    needed,
    providers: getNeededProviders(batch.cents),
  })
  const isSpent =
    observation.shows === 'nothing' && (await isSpentElsewhere(providers, transaction))

  const isPaid = isConfirmedPayment(observation) && batch.status !== 'cancelled'
  const payment = isPaid ? await payLines(app, batch, transaction, observation) : null
  await runInTransaction(app.db, (tx) =>
    storeObservation(app, tx, transaction, { observation, needed, isSpent, payment }),
  )

  app.events.publish(STAFF, 'withdrawals')
}

type Confirmed = Extract<TransactionObservation, { shows: 'mempool' | 'block' }>

const isConfirmedPayment = (observation: TransactionObservation): observation is Confirmed =>
  observation.shows === 'block' && observation.confirmed && !observation.transaction.failed
