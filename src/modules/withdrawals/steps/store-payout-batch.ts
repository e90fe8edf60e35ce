import type { Selectable } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { record } from '#modules/audit/steps/record-audit-event.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { type PayoutKind, sumAmounts } from '../model.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import type { WithdrawalTables } from '../tables.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

type NewBatch = { id: string; method: PaymentMethodCode; rows: readonly Row[] }

/** Stores a new batch, puts its locked withdrawals in it, and records that. */
export async function storePayoutBatch(
  app: Pick<App, 'clock'>,
  tx: Tx,
  creator: Actor,
  { id, method, rows }: NewBatch,
): Promise<void> {
  const tables = tx.withTables<WithdrawalTables>()
  const now = app.clock.now()
  const ids = rows.map((row) => row.id)
  const cents = sumAmounts(rows)

  const { number } = await tables
    .insertInto('payout_batch')
    .values({
      id,
      withdrawal_ids: ids,
      cents,
      method,
      created_at: now,
      created_by: creator.id,
      creator_label: creator.label,
    })
    .returning('number')
    .executeTakeFirstOrThrow()

  await tables
    .updateTable('withdrawal')
    .set({ payout_batch_id: id })
    .where('id', 'in', ids)
    .execute()

  const details = { number, method, withdrawals: ids, cents }
  await record(tx, now, creator, 'payout-batch.created', id, details)
}

/** The export of a batch, and the approval of a second admin where one is needed. */
export type BatchExport = {
  kind: PayoutKind
  fileSha256: string
  secondAdminFrom: Cents
  approval?: string
}

/** Marks a locked batch as exported, with its prepared Bitcoin transaction, and records that. */
export async function markExported(
  app: Pick<App, 'clock'>,
  tx: Tx,
  exporter: Actor,
  batch: PayoutBatch,
  { kind, fileSha256, secondAdminFrom, approval }: BatchExport,
): Promise<void> {
  const tables = tx.withTables<WithdrawalTables>()
  const now = app.clock.now()

  await tables
    .updateTable('payout_batch')
    .set({
      status: 'exported',
      kind,
      file_sha256: Buffer.from(fileSha256, 'hex'),
      exported_at: now,
      exported_by: exporter.id,
      exporter_label: exporter.label,
      second_admin_from: secondAdminFrom,
      approval_id: approval ?? null,
    })
    .where('id', '=', batch.id)
    .execute()

  await tables
    .updateTable('payout_transaction')
    .set({ status: 'exported' })
    .where('batch_id', '=', batch.id)
    .where('status', '=', 'prepared')
    .execute()

  await record(tx, now, exporter, 'payout-batch.exported', batch.id, {
    number: batch.number,
    kind,
    withdrawals: [...batch.withdrawalIds],
    cents: batch.cents,
    fileSha256,
    ...(approval && { approval }),
  })
}
