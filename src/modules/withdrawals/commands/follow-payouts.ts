import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { systemActor } from '#modules/audit/model.ts'
import { getNeededProviders } from '#modules/chains/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF, toMemberAudience } from '#platform/events/events.ts'
import { matchPayout, type PayoutLine } from '../model.ts'
import { isSpentElsewhere } from '../queries/find-spent-inputs.ts'
import { observeTransaction, type TransactionObservation } from '../queries/observe-transaction.ts'
import { getPayoutBatch, listBatchRows, type PayoutBatch } from '../queries/payout-batches.ts'
import {
  getPayoutTransaction,
  listFollowedTransactions,
  type PayoutTransaction,
} from '../queries/payout-transactions.ts'
import { getRequiredConfirmations } from '../queries/required-confirmations.ts'
import { completeWithdrawal } from '../steps/complete-withdrawal.ts'
import { lockWithdrawal } from '../steps/lock-withdrawal.ts'
import { storeObservation } from '../steps/store-observation.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

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

/** Completes the lines that a confirmed transaction paid, each in a transaction of its own. */
async function payLines(
  app: App,
  batch: PayoutBatch,
  { txid }: PayoutTransaction,
  { transaction }: Confirmed,
): Promise<{ differences: readonly string[]; waiting: readonly string[] }> {
  const rows = await listBatchRows(app.db, batch)
  const open = rows.filter((row) => row.status === 'approved' && row.payout_batch_id === batch.id)
  const used = rows.flatMap((row) => (row.txid === txid ? (row.paid_output ?? []) : []))
  const match = matchPayout(open.map(toLine), transaction.transfers, new Set(used))
  const waiting: string[] = []

  for (const [withdrawalId, output] of match.outputs) {
    const problem = await payLine(app, batch, withdrawalId, { txid, output })
    if (problem) waiting.push(problem)
  }

  return { differences: match.differences.map(({ sentence }) => sentence), waiting }
}

async function payLine(
  app: App,
  batch: PayoutBatch,
  withdrawalId: string,
  payment: { txid: string; output: number },
): Promise<string | null> {
  try {
    const row = await runInTransaction(app.db, async (tx) => {
      const withdrawal = await lockWithdrawal(tx, withdrawalId)
      const isOpen = withdrawal.status === 'approved' && withdrawal.payout_batch_id === batch.id
      return isOpen ? await completeWithdrawal(app, tx, systemActor, withdrawal, payment) : null
    })

    if (row) app.events.publish(toMemberAudience(row.member_id), 'withdrawals')
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

function toLine({ id, coin, address, coin_amount: units }: Row): PayoutLine {
  invariant(units !== null, 'a withdrawal in a batch has its coin amount')
  return { id, coin, address, units }
}
