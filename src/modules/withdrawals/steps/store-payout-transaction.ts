import { createId } from '#lib/ids.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { BitcoinDraft } from '../model.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import type { PayoutTransaction } from '../queries/payout-transaction.ts'
import { getLastVersion } from '../queries/payout-transactions.ts'
import type { WithdrawalTables } from '../tables.ts'

type Batch = Pick<PayoutBatch, 'id'>

async function insertTransaction(
  app: Pick<App, 'clock'>,
  tx: Tx,
  creator: Actor,
  batch: Batch,
  values: { status: 'prepared' | 'exported'; txid: string; draft?: BitcoinDraft },
): Promise<string> {
  const { status, txid, draft } = values
  const id = createId('ptx')
  await tx
    .withTables<WithdrawalTables>()
    .insertInto('payout_transaction')
    .values({
      id,
      batch_id: batch.id,
      version: (await getLastVersion(tx, batch.id)) + 1,
      status,
      txid,
      psbt: draft ? Buffer.from(draft.psbt) : null,
      fee_rate: draft?.feeRate ?? null,
      fee: draft?.fee ?? null,
      inputs: draft?.inputs.map((input) => `${input.txid}:${input.outputIndex}`) ?? null,
      input_addresses: draft?.inputs.map(({ address }) => address) ?? null,
      input_amounts: draft?.inputs.map(({ units }) => units) ?? null,
      input_units: draft?.inputs.reduce((sum, { units }) => sum + units, 0n) ?? null,
      change_units: draft ? (draft.change?.units ?? 0n) : null,
      change_address: draft?.change?.address ?? null,
      created_at: app.clock.now(),
      created_by: creator.id,
      creator_label: creator.label,
    })
    .execute()

  return id
}

/** Stores the Bitcoin transaction of a batch that is being exported. */
export const storePrepared = (
  app: Pick<App, 'clock'>,
  tx: Tx,
  creator: Actor,
  batch: Batch,
  draft: BitcoinDraft,
): Promise<string> =>
  insertTransaction(app, tx, creator, batch, { status: 'prepared', txid: draft.txid, draft })

/** Discards the transaction of a batch whose approval was not given. */
export async function discardPrepared(tx: Tx, batch: Batch): Promise<void> {
  await tx
    .withTables<WithdrawalTables>()
    .updateTable('payout_transaction')
    .set({ status: 'discarded' })
    .where('batch_id', '=', batch.id)
    .where('status', '=', 'prepared')
    .execute()
}

/** Stores a transaction that the operator sent for a batch. */
export const storeSentTransaction = (
  app: Pick<App, 'clock'>,
  tx: Tx,
  sender: Actor,
  batch: Batch,
  txid: string,
): Promise<string> => insertTransaction(app, tx, sender, batch, { status: 'exported', txid })

/** Stores the version of a batch's Bitcoin transaction that replaces an earlier one. */
export async function storeReplacement(
  app: Pick<App, 'clock'>,
  tx: Tx,
  creator: Actor,
  replaced: Pick<PayoutTransaction, 'id' | 'batchId'>,
  draft: BitcoinDraft,
): Promise<string> {
  await tx
    .withTables<WithdrawalTables>()
    .updateTable('payout_transaction')
    .set({ status: 'replaced' })
    .where('id', '=', replaced.id)
    .execute()

  const values = { status: 'exported', txid: draft.txid, draft } as const
  return await insertTransaction(app, tx, creator, { id: replaced.batchId }, values)
}
