import type { Selectable } from 'kysely'
import type { CoinUnits } from '#lib/money.ts'
import type { Reader } from '#platform/db/db.ts'
import type { PayoutTransactionStatus } from '../model.ts'
import type { WithdrawalTables } from '../tables.ts'

/** A transaction that pays a batch, as it was built, signed, sent and observed. */
export type PayoutTransaction = {
  id: string
  batchId: string
  version: number
  status: PayoutTransactionStatus
  txid: string
  psbt: Buffer | null
  /** Satoshis for 1,000 virtual bytes. */
  feeRate: bigint | null
  fee: CoinUnits | null
  /** The outputs it spends, as `txid:index`, and their addresses. */
  inputs: readonly string[]
  inputAddresses: readonly string[]
  inputAmounts: readonly CoinUnits[]
  inputUnits: CoinUnits | null
  changeUnits: CoinUnits | null
  changeAddress: string | null
  createdAt: Date
  createdBy: { id: string; label: string }
  rawHex: string | null
  signedAt: Date | null
  signedBy: string | null
  sentAt: Date | null
  sentBy: string | null
  sentByUs: boolean | null
  seenAt: Date | null
  blockHeight: number | null
  confirmations: number | null
  /** null until it is seen, and where a block has to be final. */
  needed: number | null
  checkedAt: Date | null
  problem: string | null
  completedAt: Date | null
  /** Ethereum: what the chain shows that it cost, in gwei. */
  networkFee: CoinUnits | null
  feeRecordedAt: Date | null
}

export const toTransaction = (
  row: Selectable<WithdrawalTables['payout_transaction']>,
): PayoutTransaction => ({
  id: row.id,
  batchId: row.batch_id,
  version: row.version,
  status: row.status,
  txid: row.txid,
  psbt: row.psbt,
  feeRate: row.fee_rate,
  fee: row.fee,
  inputs: row.inputs ?? [],
  inputAddresses: row.input_addresses ?? [],
  inputAmounts: (row.input_amounts ?? []).map(BigInt),
  inputUnits: row.input_units,
  changeUnits: row.change_units,
  changeAddress: row.change_address,
  createdAt: row.created_at,
  createdBy: { id: row.created_by, label: row.creator_label },
  rawHex: row.raw_hex,
  signedAt: row.signed_at,
  signedBy: row.signed_by,
  sentAt: row.sent_at,
  sentBy: row.sent_by,
  sentByUs: row.sent_by_us,
  seenAt: row.seen_at,
  blockHeight: row.block_height,
  confirmations: row.confirmations,
  needed: row.needed,
  checkedAt: row.checked_at,
  problem: row.problem,
  completedAt: row.completed_at,
  networkFee: row.network_fee,
  feeRecordedAt: row.fee_recorded_at,
})

export const selectTransactions = (reader: Reader) =>
  reader.withTables<WithdrawalTables>().selectFrom('payout_transaction').selectAll()
