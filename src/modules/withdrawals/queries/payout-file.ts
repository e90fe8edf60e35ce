import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import type { App } from '#platform/app.ts'
import type { Reader } from '#platform/db/db.ts'
import { ListFile } from '#platform/files/export.ts'
import type { BitcoinDraft, PayoutKind } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'
import { buildPayoutDraft } from './draft-bitcoin.ts'
import type { PayoutBatch } from './payout-batch.ts'
import { getPayoutBatch, listBatchRows } from './payout-batches.ts'
import { renderPayoutTable } from './payout-table.ts'
import { findCurrentTransaction, findPreparedTransaction } from './payout-transactions.ts'
import { renderSafeFile } from './safe-file.ts'

type Row = Selectable<WithdrawalTables['withdrawal']>

/** Returns the SHA-256 of a file, in hex. */
export const hashFile = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

/** The exported file of a batch; `transaction` is the Bitcoin transaction of a `psbt`. */
export type PayoutFile = { kind: PayoutKind; fileSha256: string; transaction?: BitcoinDraft }

type FileChoice = { kind: PayoutKind; feeRate: bigint | undefined }

/**
 * Prepares the file of a batch that is not exported yet. A Bitcoin transaction is built from what
 * the providers show now. Throws the errors of `buildPayoutDraft`.
 */
export async function preparePayoutFile(
  app: App,
  batch: PayoutBatch,
  { kind, feeRate }: FileChoice,
): Promise<PayoutFile> {
  if (kind !== 'psbt')
    return {
      kind,
      fileSha256: hashFile(renderFile(app.config, batch, kind, await listBatchRows(app.db, batch))),
    }

  const transaction = await buildPayoutDraft(app, batch, feeRate)
  return { kind, fileSha256: hashFile(transaction.psbt), transaction }
}

/** Returns the digest of a batch's file as it would be exported now; null if it has none. */
export async function hashPayoutFile(
  { config }: Pick<App, 'config'>,
  reader: Reader,
  batch: PayoutBatch,
  kind: PayoutKind,
): Promise<string | null> {
  if (kind !== 'psbt')
    return hashFile(renderFile(config, batch, kind, await listBatchRows(reader, batch)))

  const prepared = await findPreparedTransaction(reader, batch.id)
  return prepared?.psbt ? hashFile(prepared.psbt) : null
}

const renderFile = (
  config: App['config'],
  batch: PayoutBatch,
  kind: 'safe' | 'csv',
  rows: readonly Row[],
): string => (kind === 'safe' ? renderSafeFile(config, batch, rows) : renderPayoutTable(rows))

/**
 * Returns the file of an exported batch: the same on each download. Throws `not_found` (404),
 * `batch_cancelled` and `not_exported` (409).
 */
export async function readPayoutFile(
  { config, db }: Pick<App, 'config' | 'db'>,
  id: string,
): Promise<ListFile> {
  const batch = await getPayoutBatch(db, id)
  const { number, kind } = batch
  if (batch.cancelledAt)
    throw new DomainError(
      'batch_cancelled',
      409,
      `Batch ${number} was cancelled. Its withdrawals can be exported in a new batch.`,
    )
  if (!kind) throw new DomainError('not_exported', 409, `Batch ${number} is not exported yet.`)
  if (kind === 'psbt') return await readPsbt(db, batch)

  const rows = await listBatchRows(db, batch)
  const file = renderFile(config, batch, kind, rows)
  invariant(hashFile(file) === batch.fileSha256, 'a batch is the same file on each download')

  return kind === 'safe'
    ? new ListFile([file], `payouts-${number}.json`, 'application/json', rows.length)
    : new ListFile([file], `payouts-${number}.csv`, 'text/csv;charset=utf-8', rows.length)
}

async function readPsbt(reader: Reader, batch: PayoutBatch): Promise<ListFile> {
  const transaction = await findCurrentTransaction(reader, batch.id)
  invariant(transaction?.psbt, 'an exported Bitcoin batch has its transaction')

  const { version, psbt } = transaction
  const name = `payouts-${batch.number}${version > 1 ? `-v${version}` : ''}.psbt`
  const type = 'application/octet-stream'
  return new ListFile([new Uint8Array(psbt)], name, type, batch.withdrawalIds.length)
}
