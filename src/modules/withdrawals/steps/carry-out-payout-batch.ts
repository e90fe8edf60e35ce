import { DomainError } from '#lib/errors.ts'
import type { Proposal } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { STAFF } from '#platform/events/events.ts'
import { parseBatchContent } from '../model.ts'
import { hasFrozenMember } from '../queries/exportable-withdrawals.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { getPayoutBatch, listBatchRows, listPayoutBatchesById } from '../queries/payout-batches.ts'
import { hashPayoutFile } from '../queries/payout-file.ts'
import { assertCancellable, closeBatch } from './close-payout-batch.ts'
import { markExported } from './store-payout-batch.ts'

const createChangedError = () =>
  new DomainError(
    'batch_changed',
    409,
    'This batch has changed since it was proposed. Reject it and export a new batch.',
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
  const { ids, kind, fileSha256 } = parseBatchContent(proposal.content)
  const known = await listPayoutBatchesById(tx, [proposal.subjectId])
  if (known.size === 0) throw createChangedError()

  const batch = await getPayoutBatch(tx, proposal.subjectId, { lock: true })
  const hasChanged =
    batch.status !== 'created' ||
    batch.withdrawalIds.join() !== ids.join() ||
    (await hasFrozenMember(tx, batch, app.clock.now())) ||
    (await hashPayoutFile(app, tx, batch, kind)) !== fileSha256
  if (hasChanged) throw createChangedError()

  const { secondAdminFrom } = await getSetting(tx, app.config, 'withdrawals')
  const exporter = {
    kind: 'admin',
    id: proposal.proposedBy,
    label: proposal.proposerLabel,
  } as const
  await markExported(app, tx, exporter, batch, {
    kind,
    fileSha256,
    secondAdminFrom: BigInt(secondAdminFrom),
    approval: proposal.id,
  })
  app.events.publish(STAFF, 'withdrawals')
}

/**
 * Cancels a batch as another admin has approved: withdrawals that are not paid yet are approved
 * again and in no batch. Throws `batch_cancelled` and `batch_sent` (409).
 */
export async function carryOutBatchCancellation(
  app: App,
  tx: Tx,
  admin: Staff,
  proposal: Proposal,
): Promise<void> {
  const batch = await lockBatch(tx, proposal.subjectId)
  await assertCancellable(tx, batch)

  const reason = String(proposal.content.reason)
  await closeBatch(app, tx, batch, { by: proposal.proposerLabel, reason, approval: proposal.id })

  const details = { number: batch.number, reason, approval: proposal.id }
  await record(tx, app.clock.now(), admin, 'payout-batch.cancelled', batch.id, details)
  app.events.publish(STAFF, 'withdrawals')
}

/** Locks the withdrawals of a batch, then the batch. */
async function lockBatch(tx: Tx, id: string): Promise<PayoutBatch> {
  await listBatchRows(tx, await getPayoutBatch(tx, id), { lock: true })
  return await getPayoutBatch(tx, id, { lock: true })
}
