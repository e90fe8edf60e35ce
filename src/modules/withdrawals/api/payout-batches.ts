import { exportPayoutBatch } from '../commands/export-payout-batch.ts'
import { proposeBatchCancellation } from '../commands/propose-batch-cancellation.ts'
import { TEXTS } from '../model.ts'
import { buildPayoutBatches } from '../presenters/payout-batches.ts'
import { readPayoutFile } from '../queries/payout-batches.ts'
import { calls } from './calls.ts'

/** Payout batches. */
export const payoutBatchHandlers = {
  batches: calls.batches.handler(async ({ context: { app } }) => ({
    message: 'Payout batches',
    data: await buildPayoutBatches(app),
  })),

  exportBatch: calls.exportBatch.handler(async ({ context: { app, admin } }) => {
    const { id, proposal } = await exportPayoutBatch(app, admin())
    const data = { _id: id }
    return proposal
      ? { status: 202 as const, body: { message: TEXTS.proposed, data } }
      : { status: 200 as const, body: { message: TEXTS.exported, data } }
  }),

  batchFile: calls.batchFile.handler(({ context: { app }, input }) =>
    readPayoutFile(app.db, input.id),
  ),

  cancelBatch: calls.cancelBatch.handler(
    async ({ context: { app, admin }, input: { id: batchId, reason = '' } }) => {
      await proposeBatchCancellation(app, admin(), { batchId, reason })
      return { status: 202 as const, body: { message: TEXTS.proposed } }
    },
  ),
}
