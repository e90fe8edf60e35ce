import type { Selectable } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { sumAmounts } from '../model.ts'
import { hashPayoutFile } from '../queries/payout-batches.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

export type NewBatch = {
  id: string
  rows: readonly Row[]
  secondAdminFrom: Cents
  /** The approval of a second admin, where one is needed. */
  approval?: string
}

/** Stores a batch, marks its locked withdrawals as exported, and records that. */
export async function storePayoutBatch(
  app: Pick<App, 'clock'>,
  tx: Tx,
  exporter: Actor,
  { id, rows, secondAdminFrom, approval }: NewBatch,
): Promise<void> {
  const tables = tx.withTables<WithdrawalTables>()
  const now = app.clock.now()
  const ids = rows.map((row) => row.id)

  const { number } = await tables
    .insertInto('payout_batch')
    .values({
      id,
      withdrawal_ids: ids,
      cents: sumAmounts(rows),
      file_sha256: Buffer.from(hashPayoutFile(rows), 'hex'),
      exported_at: now,
      exported_by: exporter.id,
      exporter_label: exporter.label,
      second_admin_from: secondAdminFrom,
      approval_id: approval ?? null,
    })
    .returning('number')
    .executeTakeFirstOrThrow()

  await tables
    .updateTable('withdrawal')
    .set({ payout_batch_id: id })
    .where('id', 'in', ids)
    .execute()

  await record(tx, now, exporter, 'payout-batch.exported', id, {
    number,
    withdrawals: ids,
    cents: sumAmounts(rows),
    ...(approval && { approval }),
  })
}
