import { type Selectable, sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { ChainName } from '#modules/chains/model.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db/db.ts'
import type { BatchStatus, PayoutKind } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

export type PayoutBatch = {
  id: string
  number: bigint
  status: BatchStatus
  /** null in a batch that was exported before batches were of one payment method. */
  method: PaymentMethodCode | null
  /** The chain of all its withdrawals. */
  chain: ChainName
  /** null until it is exported. */
  kind: PayoutKind | null
  withdrawalIds: readonly string[]
  cents: Cents
  createdAt: Date
  createdBy: string
  fileSha256: string | null
  exportedAt: Date | null
  exportedBy: string | null
  completedAt: Date | null
  cancelledAt: Date | null
  cancelledBy: string | null
  cancelReason: string | null
}

export const toBatch = (
  row: Selectable<WithdrawalTables['payout_batch']> & { chain: ChainName },
): PayoutBatch => ({
  id: row.id,
  number: row.number,
  status: row.status,
  method: row.method,
  chain: row.chain,
  kind: row.kind,
  withdrawalIds: row.withdrawal_ids,
  cents: row.cents,
  createdAt: row.created_at,
  createdBy: row.creator_label,
  fileSha256: row.file_sha256?.toString('hex') ?? null,
  exportedAt: row.exported_at,
  exportedBy: row.exporter_label,
  completedAt: row.completed_at,
  cancelledAt: row.cancelled_at,
  cancelledBy: row.cancelled_by,
  cancelReason: row.cancel_reason,
})

export const selectBatches = (reader: Reader) =>
  reader
    .withTables<WithdrawalTables>()
    .selectFrom('payout_batch')
    .selectAll()
    .select(
      sql<ChainName>`(select min(get_payout_chain(w.coin, w.address)) from withdrawal w
        where w.id = any(payout_batch.withdrawal_ids))`.as('chain'),
    )
