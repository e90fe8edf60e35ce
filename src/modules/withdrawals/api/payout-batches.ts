import type { App } from '#platform/app.ts'
import { createPayoutBatch } from '../commands/create-payout-batch.ts'
import { exportPayoutBatch } from '../commands/export-payout-batch.ts'
import { followPayouts } from '../commands/follow-payouts.ts'
import { proposeBatchCancellation } from '../commands/propose-batch-cancellation.ts'
import { recordPayoutTransactions } from '../commands/record-payout-transactions.ts'
import { replacePayout } from '../commands/replace-payout.ts'
import { sendPayout } from '../commands/send-payout.ts'
import { storeSignedPayout } from '../commands/store-signed-payout.ts'
import { parseFeeRate, TEXTS } from '../model.ts'
import { buildPayoutBatch } from '../presenters/payout-batch-details.ts'
import { buildPayoutBatches } from '../presenters/payout-batches.ts'
import { buildBatchDraft } from '../presenters/payout-transactions.ts'
import { readPayoutFile } from '../queries/payout-file.ts'
import { calls } from './calls.ts'

const parseOptionalRate = (text: string | undefined) => (text ? parseFeeRate(text) : undefined)

/** Checks a batch on its chain at once; if that fails, the job does it within a minute. */
const checkNow = (app: App, batchId: string) => followPayouts(app, batchId).catch(() => undefined)

/** Payout batches. */
export const payoutBatchHandlers = {
  batches: calls.batches.handler(async ({ context: { app } }) => ({
    message: 'Payout batches',
    data: await buildPayoutBatches(app),
  })),

  batch: calls.batch.handler(async ({ context: { app }, input }) => ({
    message: 'Payout batch',
    data: await buildPayoutBatch(app, input.id),
  })),

  createBatch: calls.createBatch.handler(async ({ context: { app, admin }, input }) => {
    const { method, withdrawals } = input
    const id = await createPayoutBatch(app, admin(), {
      method,
      ...(withdrawals && { withdrawalIds: withdrawals }),
    })
    return { message: TEXTS.batchCreated, data: { _id: id } }
  }),

  draftBatch: calls.draftBatch.handler(async ({ context: { app }, input }) => ({
    message: 'Nothing is exported yet',
    data: await buildBatchDraft(app, input.id, parseOptionalRate(input.feeRate)),
  })),

  exportBatch: calls.exportBatch.handler(async ({ context: { app, admin }, input }) => {
    const feeRate = parseOptionalRate(input.feeRate)
    const { id, proposal } = await exportPayoutBatch(app, admin(), {
      batchId: input.id,
      ...(input.kind && { kind: input.kind }),
      ...(feeRate && { feeRate }),
    })
    const data = { _id: id }
    return proposal
      ? { status: 202 as const, body: { message: TEXTS.proposed, data } }
      : { status: 200 as const, body: { message: TEXTS.exported, data } }
  }),

  batchFile: calls.batchFile.handler(({ context: { app }, input }) =>
    readPayoutFile(app, input.id),
  ),

  storeSigned: calls.storeSigned.handler(async ({ context: { app, admin }, input }) => {
    await storeSignedPayout(app, admin(), { batchId: input.id, signed: input.signed ?? '' })
    return { message: TEXTS.batchSigned }
  }),

  sendBatch: calls.sendBatch.handler(async ({ context: { app, admin }, input }) => {
    const { id: batchId, sentByOperator } = input
    await sendPayout(app, admin(), { batchId, sentByOperator })
    await checkNow(app, batchId)
    return { message: sentByOperator ? TEXTS.batchSentByOperator : TEXTS.batchSent }
  }),

  recordSent: calls.recordSent.handler(async ({ context: { app, admin }, input }) => {
    await recordPayoutTransactions(app, admin(), {
      batchId: input.id,
      txids: input.txid.split(/[\s,;]+/).filter(Boolean),
    })
    await checkNow(app, input.id)
    return { message: TEXTS.batchSentByOperator }
  }),

  replaceBatch: calls.replaceBatch.handler(async ({ context: { app, admin }, input }) => {
    const feeRate = parseFeeRate(input.feeRate)
    await replacePayout(app, admin(), { batchId: input.id, feeRate })
    return { message: TEXTS.batchReplaced }
  }),

  cancelBatch: calls.cancelBatch.handler(
    async ({ context: { app, admin }, input: { id: batchId, reason = '' } }) => {
      const proposal = await proposeBatchCancellation(app, admin(), { batchId, reason })
      return proposal
        ? { status: 202 as const, body: { message: TEXTS.proposed } }
        : { status: 200 as const, body: { message: TEXTS.batchCancelled } }
    },
  ),
}
