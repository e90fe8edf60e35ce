import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import { systemActor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { matchPayout, type PayoutLine } from '../model.ts'
import type { TransactionObservation } from '../queries/observe-transaction.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { listBatchRows } from '../queries/payout-batches.ts'
import type { PayoutTransaction } from '../queries/payout-transaction.ts'
import type { WithdrawalTables } from '../tables.ts'
import { completeWithdrawal } from './complete-withdrawal.ts'
import { lockWithdrawal } from './lock-withdrawal.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

type Confirmed = Extract<TransactionObservation, { shows: 'mempool' | 'block' }>

/** Completes the lines that a confirmed transaction paid, each in a transaction of its own. */
export async function payLines(
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
