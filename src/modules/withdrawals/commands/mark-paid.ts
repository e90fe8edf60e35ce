import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import { assertTransactionNotHeld } from '#modules/transaction-monitoring/steps/assert-transaction-not-held.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { toMemberAudience } from '#platform/events/events.ts'
import { formatDecisionConflict, getPayoutChain, parseTxid } from '../model.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import { toWithdrawal, type Withdrawal } from '../queries.ts'
import { completeWithdrawal } from '../steps/complete-withdrawal.ts'
import { lockWithdrawal } from '../steps/lock-withdrawal.ts'
import { updateBatchStatus } from '../steps/update-batch-status.ts'
import type { WithdrawalTables } from '../tables.ts'

export type MarkPaid = { withdrawalId: string; txid?: string }

type Row = Selectable<WithdrawalTables['withdrawal']>

/**
 * Records by hand the transaction that paid an approved withdrawal and posts the payout, once. In
 * live this is for chains without a provider: where one is configured the chain completes the
 * withdrawal. Throws `invalid_txid` (400), `not_approved`, `txid_used`, `evidence_needed`,
 * `in_batch` (409), and `withdrawals_frozen` (409) while withdrawals of the member are frozen. A
 * payment sent before the freeze is recorded after it; until then reconciliation shows the
 * difference.
 */
export async function markPaid(app: App, admin: Staff, input: MarkPaid): Promise<Withdrawal> {
  assertPermitted(admin, 'withdrawal.pay')

  const txid = parseTxid(input.txid, app.config.MODE)
  const row = await runInTransaction(app.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, input.withdrawalId)
    if (withdrawal.status === 'completed' && withdrawal.txid === txid) return withdrawal

    if (withdrawal.status !== 'approved')
      throw new DomainError(
        'not_approved',
        409,
        withdrawal.status === 'pending'
          ? 'Only an approved withdrawal can be paid.'
          : formatDecisionConflict(withdrawal),
      )

    if (!withdrawal.payout_batch_id) await assertTransactionNotHeld(tx, withdrawal.id)
    assertNoEvidence(app, withdrawal)
    await assertPaidByHand(tx, withdrawal)

    const paid = await completeWithdrawal(app, tx, admin, withdrawal, { txid, output: null })
    if (paid.payout_batch_id) await updateBatchStatus(app, tx, paid.payout_batch_id)

    return paid
  })

  app.events.publish(toMemberAudience(row.member_id), 'withdrawals')

  return toWithdrawal(row)
}

/** Throws `evidence_needed` (409) in live where the chain of a payment can be asked. */
function assertNoEvidence({ config, chains }: App, row: Row): void {
  if (config.MODE === 'sandbox' || chains[getPayoutChain(row)].length === 0) return
  throw new DomainError(
    'evidence_needed',
    409,
    'The chain confirms this payment. Put the withdrawal in a payout batch and enter the ' +
      'transaction ID there.',
  )
}

/**
 * Throws `in_batch` (409) for a withdrawal whose batch is not exported or is paid by its own file.
 */
async function assertPaidByHand(tx: Tx, { payout_batch_id: batchId }: Row): Promise<void> {
  if (!batchId) return
  const { number, status, kind } = await getPayoutBatch(tx, batchId)
  if (status !== 'created' && kind !== 'psbt') return

  throw new DomainError(
    'in_batch',
    409,
    status === 'created'
      ? `This withdrawal is in batch ${number}, which is not exported yet. ` +
          'Export or cancel it first.'
      : `This withdrawal is paid by the Bitcoin transaction of batch ` +
          `${number} and completes with it.`,
  )
}
