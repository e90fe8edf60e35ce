import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'

/** The most withdrawals of one batch; the others are for the next one. */
export const MAX_BATCH_LINES = 200

/** The export forms of a batch: a Bitcoin transaction to sign, a Safe file, or a table. */
export const PAYOUT_KINDS = ['psbt', 'safe', 'csv'] as const
export type PayoutKind = (typeof PAYOUT_KINDS)[number]

/**
 * The states of a batch. created → exported → signed → seen → confirming → completed. `dropped`:
 * its transaction was in the mempool and is no longer. `failed`: its transaction can't confirm, or
 * it did and did not pay every withdrawal. Cancelled from created by an admin, later by two.
 */
export const BATCH_STATUSES = [
  'created',
  'exported',
  'signed',
  'seen',
  'confirming',
  'completed',
  'dropped',
  'failed',
  'cancelled',
] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

/**
 * The states of a transaction of a batch. `prepared` waits for the approval of the batch,
 * `discarded` was never exported, `replaced` has a newer version with a higher fee.
 */
export const PAYOUT_TRANSACTION_STATUSES = [
  'prepared',
  'exported',
  'signed',
  'seen',
  'confirming',
  'completed',
  'replaced',
  'dropped',
  'failed',
  'discarded',
] as const
export type PayoutTransactionStatus = (typeof PAYOUT_TRANSACTION_STATUSES)[number]

/** The withdrawals of a batch, as its file and its approval name them. */
export type PayoutBatchContent = {
  /** The ids of the withdrawals, ascending. */
  ids: readonly string[]
  cents: Cents
  kind: PayoutKind
  /** SHA-256 of the file, in hex. */
  fileSha256: string
}

/** Returns the sum of withdrawals, in cents. */
export const sumAmounts = (rows: readonly { amount: Cents }[]): Cents =>
  rows.reduce((sum, { amount }) => sum + amount, 0n)

/** Returns the content that a second admin approves; the database builds the same text. */
export const toBatchContent = ({ ids, cents, kind, fileSha256 }: PayoutBatchContent) => ({
  withdrawals: ids.join(' '),
  cents: String(cents),
  kind,
  fileSha256,
})

/** Parses the content that `toBatchContent` returned. */
export const parseBatchContent = (
  content: Readonly<Record<string, unknown>>,
): PayoutBatchContent => ({
  ids: String(content.withdrawals).split(' '),
  cents: BigInt(String(content.cents)),
  kind: PAYOUT_KINDS.find((kind) => kind === content.kind) ?? 'csv',
  fileSha256: String(content.fileSha256),
})

/** Returns the content of a cancellation; the database builds the same text. */
export const toCancellationContent = (
  batch: { id: string; number: bigint; withdrawalIds: readonly string[]; cents: Cents },
  reason: string,
) => ({
  batch: batch.id,
  number: String(batch.number),
  withdrawals: batch.withdrawalIds.join(' '),
  cents: String(batch.cents),
  reason,
})

/** Returns the error of a change to a withdrawal that is in a payout batch. */
export const createExportedError = (batch: {
  number: bigint
  exportedAt: Date | null
}): DomainError =>
  new DomainError(
    'exported',
    409,
    batch.exportedAt
      ? `This withdrawal was exported in batch ${batch.number} and may already be paid. To ` +
          'reject it, two admins have to cancel the batch first.'
      : `This withdrawal is in batch ${batch.number}. To reject it, cancel the batch first.`,
  )
