import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { parseBatchContent } from '../model.ts'
import { hashPayoutFile, listExportable } from '../queries/payout-batches.ts'
import type { WithdrawalTables } from '../tables.ts'
import { storePayoutBatch } from './store-payout-batch.ts'

const createChangedError = () =>
  new DomainError(
    'batch_changed',
    409,
    'A withdrawal in this batch has changed since it was proposed. Reject it and export a new ' +
      'batch.',
  )

/**
 * Exports the batch that another admin has approved, exactly as it was proposed. The proposer is
 * recorded as who exported it. Throws `batch_changed` (409).
 */
export async function carryOutPayoutBatch(
  app: App,
  tx: Tx,
  _admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const { ids, fileSha256 } = parseBatchContent(proposal.content)
  const named = new Set(ids)
  const exportable = await listExportable(tx, app.clock.now(), { lock: true })
  const rows = exportable.filter(({ id }) => named.has(id))
  if (rows.length !== named.size || hashPayoutFile(rows) !== fileSha256) throw createChangedError()

  const { secondAdminFrom } = await getSetting(tx, app.config, 'withdrawals')
  const exporter = {
    kind: 'admin',
    id: proposal.proposedBy,
    label: proposal.proposerLabel,
  } as const
  await storePayoutBatch(app, tx, exporter, {
    id: proposal.subjectId,
    rows,
    secondAdminFrom: BigInt(secondAdminFrom),
    approval: proposal.id,
  })
  app.events.publish(STAFF, 'withdrawals')
}

/**
 * Cancels a batch as another admin has approved: withdrawals that are not paid yet are approved
 * again and in no batch. Throws `batch_cancelled` (409).
 */
export async function carryOutBatchCancellation(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const tables = tx.withTables<WithdrawalTables>()
  const reason = String(proposal.content.reason)
  const cancelled = await tables
    .updateTable('payout_batch')
    .set({
      cancelled_at: app.clock.now(),
      cancelled_by: proposal.proposerLabel,
      cancel_reason: reason,
      cancel_approval_id: proposal.id,
    })
    .where('id', '=', proposal.subjectId)
    .where('cancelled_at', 'is', null)
    .returning('number')
    .executeTakeFirst()
  if (!cancelled) throw new DomainError('batch_cancelled', 409, 'This batch is already cancelled.')

  await tables
    .updateTable('withdrawal')
    .set({ payout_batch_id: null })
    .where('payout_batch_id', '=', proposal.subjectId)
    .where('status', '=', 'approved')
    .execute()

  const details = { number: cancelled.number, reason, approval: proposal.id }
  await record(tx, app.clock.now(), admin, 'payout-batch.cancelled', proposal.subjectId, details)
  app.events.publish(STAFF, 'withdrawals')
}
