import { DomainError } from '#lib/errors.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import type { FeeRate } from '../model.ts'
import { buildReplacementDraft } from '../queries/draft-bitcoin.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import type { PayoutTransaction } from '../queries/payout-transaction.ts'
import { findCurrentTransaction } from '../queries/payout-transactions.ts'
import { lockCurrentTransaction } from '../steps/lock-payout-transaction.ts'
import { storeReplacement } from '../steps/store-payout-transaction.ts'
import { updateBatchStatus } from '../steps/update-batch-status.ts'

export type ReplacePayout = { batchId: string; feeRate: FeeRate }

/**
 * Creates a version of a batch's Bitcoin transaction with a higher fee (BIP 125): for the same
 * withdrawals, and spending an input of the earlier one, so that one of the two confirms. Throws
 * `not_bitcoin`, `not_exported`, `not_replaceable` and `batch_changed` (409), `role_missing` (403),
 * and the errors of `buildReplacementDraft`.
 */
export async function replacePayout(
  app: App,
  admin: Staff,
  { batchId, feeRate }: ReplacePayout,
): Promise<void> {
  assertPermitted(admin, 'payout-batch.export')

  const planned = await findCurrentTransaction(app.db, batchId)
  if (planned) assertReplaceable(planned)
  const batch = await getPayoutBatch(app.db, batchId)
  const draft = planned && (await buildReplacementDraft(app, batch, planned, feeRate))

  await runInTransaction(app.db, async (tx) => {
    const { transaction } = await lockCurrentTransaction(tx, batchId)
    assertReplaceable(transaction)
    if (!draft || transaction.id !== planned.id) throw createChangedError()

    await storeReplacement(app, tx, admin, transaction, draft)
    await updateBatchStatus(app, tx, batchId)
    await record(tx, app.clock.now(), admin, 'payout-batch.replaced', batchId, {
      number: batch.number,
      replaced: transaction.txid,
      txid: draft.txid,
      fee: draft.fee,
    })
  })

  app.events.publish(STAFF, 'withdrawals')
}

function assertReplaceable({ status }: PayoutTransaction): void {
  if (['exported', 'signed', 'seen', 'dropped'].includes(status)) return
  throw new DomainError(
    'not_replaceable',
    409,
    'This transaction is in a block or can’t confirm, so it isn’t replaced.',
  )
}

const createChangedError = () =>
  new DomainError('batch_changed', 409, 'The transaction of this batch has changed. Try again.')
