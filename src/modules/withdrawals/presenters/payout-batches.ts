import { findOpenProposal } from '#modules/approvals/queries.ts'
import { getSetting } from '#modules/settings/queries.ts'
import type { App } from '#platform/app.ts'
import { sumAmounts } from '../model.ts'
import {
  countUnpaidByBatch,
  listExportable,
  listPayoutBatches,
  type PayoutBatch,
  sumExportedAlone,
} from '../queries/payout-batches.ts'

/** Returns the batch of a withdrawal as the contract answers it. */
export const toBatchOfRow = ({ id, number, exportedAt, exportedBy }: PayoutBatch) => ({
  _id: id,
  number: Number(number),
  exportedAt,
  exportedBy,
})

async function toBatchResponse({ db, clock }: App, batch: PayoutBatch, unpaid: number) {
  const { cancelledAt, cancelledBy, cancelReason } = batch
  const open =
    cancelledAt || unpaid === 0
      ? null
      : await findOpenProposal(db, 'payout-batch.cancel', batch.id, clock.now())

  return {
    ...toBatchOfRow(batch),
    count: batch.withdrawalIds.length,
    sum: batch.cents,
    unpaid,
    cancelling: open && { proposal: open.id, by: open.proposerLabel, at: open.proposedAt },
    cancelled: cancelledAt && {
      at: cancelledAt,
      by: cancelledBy ?? '',
      reason: cancelReason ?? '',
    },
  }
}

/** Returns the newest batches, and the count and the sum of the next one. */
export async function buildPayoutBatches(app: App) {
  const now = app.clock.now()
  const unpaid = await countUnpaidByBatch(app.db)
  const batches = await listPayoutBatches(app.db)
  const exportable = await listExportable(app.db, now)
  const { secondAdminFrom } = await getSetting(app.db, app.config, 'withdrawals')
  const sum = sumAmounts(exportable)

  return {
    batches: await Promise.all(
      batches.map((batch) => toBatchResponse(app, batch, unpaid.get(batch.id) ?? 0)),
    ),
    next: {
      count: exportable.length,
      sum,
      needsSecondAdmin: sum + (await sumExportedAlone(app.db, now)) >= BigInt(secondAdminFrom),
    },
  }
}
