import { DomainError } from '#lib/errors.ts'
import type { Cents } from '#lib/money.ts'

/** The withdrawals of a batch, as its file and its approval name them. */
export type PayoutBatchContent = {
  /** The ids of the withdrawals, ascending. */
  ids: readonly string[]
  cents: Cents
  /** SHA-256 of the file, in hex. */
  fileSha256: string
}

/** Returns the sum of withdrawals, in cents. */
export const sumAmounts = (rows: readonly { amount: Cents }[]): Cents =>
  rows.reduce((sum, { amount }) => sum + amount, 0n)

/** Returns the content that a second admin approves; the database builds the same text. */
export const toBatchContent = ({ ids, cents, fileSha256 }: PayoutBatchContent) => ({
  withdrawals: ids.join(' '),
  cents: String(cents),
  fileSha256,
})

/** Parses the content that `toBatchContent` returned. */
export const parseBatchContent = (
  content: Readonly<Record<string, unknown>>,
): PayoutBatchContent => ({
  ids: String(content.withdrawals).split(' '),
  cents: BigInt(String(content.cents)),
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

/** Returns the error of a change to a withdrawal that was exported to be paid. */
export const createExportedError = (number: bigint): DomainError =>
  new DomainError(
    'exported',
    409,
    `This withdrawal was exported in batch ${number} and may already be paid. To reject it, two ` +
      'admins have to cancel the batch first.',
  )
