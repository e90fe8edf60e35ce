import { assertPermitted } from '#modules/approvals/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import { STAFF } from '#platform/events/events.ts'
import { listBatchRows } from '../queries/payout-batches.ts'
import { readSignedPayout } from '../queries/signed-payout.ts'
import { lockCurrentTransaction } from '../steps/lock-payout-transaction.ts'
import { updateBatchStatus } from '../steps/update-batch-status.ts'
import type { WithdrawalTables } from '../tables.ts'

export type StoreSigned = { batchId: string; signed: string }

/**
 * Stores the signed Bitcoin transaction of a batch, as a PSBT or raw. It must be exactly the one
 * that was exported: its id is known. Throws `signed_differs`, `invalid_transaction`,
 * `unsigned` and `private_key` (422), `not_bitcoin`, `not_exported` (409), `role_missing` (403).
 */
export async function storeSignedPayout(
  app: App,
  admin: Staff,
  { batchId, signed }: StoreSigned,
): Promise<void> {
  assertPermitted(admin, 'payout-batch.export')

  await runInTransaction(app.db, async (tx) => {
    const { batch, transaction } = await lockCurrentTransaction(tx, batchId)
    const rows = await listBatchRows(tx, batch)
    const lines = rows.map((row) => ({ address: row.address, units: row.coin_amount ?? 0n }))
    const rawHex = readSignedPayout(transaction, lines, signed)
    if (transaction.rawHex === rawHex || transaction.seenAt) return

    const now = app.clock.now()
    await tx
      .withTables<WithdrawalTables>()
      .updateTable('payout_transaction')
      .set({
        raw_hex: rawHex,
        signed_at: now,
        signed_by: admin.label,
        ...(transaction.status === 'exported' && { status: 'signed' }),
      })
      .where('id', '=', transaction.id)
      .execute()

    await updateBatchStatus(app, tx, batchId)
    const details = { number: batch.number, txid: transaction.txid }
    await record(tx, now, admin, 'payout-batch.signed', batchId, details)
  })

  app.events.publish(STAFF, 'withdrawals')
}
