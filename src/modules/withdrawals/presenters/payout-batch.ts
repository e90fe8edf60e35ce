import { findOpenProposal } from '#modules/approvals/queries.ts'
import type { App } from '#platform/app.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'

/** Returns the batch of a withdrawal as the contract answers it. */
export const toBatchOfRow = ({ id, number, status, exportedAt, exportedBy }: PayoutBatch) => ({
  _id: id,
  number: Number(number),
  status,
  exportedAt,
  exportedBy,
})

type Confirmations = { count: number; needed: number | null } | null

async function findWaiting(
  { db, clock }: App,
  permission: 'payout-batch.export' | 'payout-batch.cancel',
  batch: PayoutBatch,
) {
  const open = await findOpenProposal(db, permission, batch.id, clock.now())
  return open && { proposal: open.id, by: open.proposerLabel, at: open.proposedAt }
}

export async function toBatchResponse(
  app: App,
  batch: PayoutBatch,
  { unpaid, confirmations }: { unpaid: number; confirmations: Confirmations },
) {
  const { cancelledAt, cancelledBy, cancelReason, status } = batch
  const isOpen = status === 'exported' || status === 'failed'

  return {
    ...toBatchOfRow(batch),
    method: batch.method,
    kind: batch.kind,
    count: batch.withdrawalIds.length,
    sum: batch.cents,
    createdAt: batch.createdAt,
    createdBy: batch.createdBy,
    completedAt: batch.completedAt,
    unpaid,
    confirmations,
    exporting: status === 'created' ? await findWaiting(app, 'payout-batch.export', batch) : null,
    cancelling: isOpen ? await findWaiting(app, 'payout-batch.cancel', batch) : null,
    cancelled: cancelledAt && {
      at: cancelledAt,
      by: cancelledBy ?? '',
      reason: cancelReason ?? '',
    },
  }
}
