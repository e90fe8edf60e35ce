import { formatAmount } from '#lib/money.ts'
import { formatTransactionId } from '#lib/transaction-ids.ts'
import type { LinkTransaction } from '#modules/chains/queries.ts'
import { METHOD_FACTS } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { type BitcoinDraft, formatFeeRate, MAX_FEE_RATE, MIN_FEE_RATE } from '../model.ts'
import { buildPayoutDraft } from '../queries/draft-bitcoin.ts'
import { listFeeEstimates } from '../queries/fee-estimates.ts'
import type { PayoutBatch } from '../queries/payout-batch.ts'
import { getPayoutBatch } from '../queries/payout-batches.ts'
import type { PayoutTransaction } from '../queries/payout-transaction.ts'

const formatBitcoin = (units: bigint | null) => formatAmount(units ?? 0n, 'BTC')

/** Returns a transaction of a batch as the contract answers it. */
export function toTransactionResponse(
  link: LinkTransaction,
  { method, chain }: PayoutBatch,
  transaction: PayoutTransaction,
) {
  const { txid, networkFee } = transaction
  const { coin } = METHOD_FACTS[method ?? 'BITCOIN']

  return {
    _id: transaction.id,
    version: transaction.version,
    status: transaction.status,
    txid: formatTransactionId(coin, txid, chain),
    explorer: link({ chain, coin, txid }),
    createdAt: transaction.createdAt,
    createdBy: transaction.createdBy.label,
    bitcoin: buildBitcoinFacts(transaction),
    networkFee: networkFee === null ? null : formatAmount(networkFee, 'ETH'),
    signedAt: transaction.signedAt,
    signedBy: transaction.signedBy,
    sentAt: transaction.sentAt,
    sentBy: transaction.sentBy,
    sentByUs: transaction.sentByUs,
    seenAt: transaction.seenAt,
    blockHeight: transaction.blockHeight,
    confirmations: transaction.confirmations,
    needed: transaction.needed,
    checkedAt: transaction.checkedAt,
    problem: transaction.problem,
    completedAt: transaction.completedAt,
  }
}

function buildBitcoinFacts(transaction: PayoutTransaction) {
  const { psbt, feeRate, changeAddress } = transaction
  if (!psbt || !feeRate) return null

  return {
    psbt: psbt.toString('base64'),
    feeRate: formatFeeRate(feeRate),
    fee: formatBitcoin(transaction.fee),
    inputs: [...transaction.inputs],
    inputAmount: formatBitcoin(transaction.inputUnits),
    change: changeAddress
      ? { address: changeAddress, amount: formatBitcoin(transaction.changeUnits) }
      : null,
    feeRecordedAt: transaction.feeRecordedAt,
  }
}

/** Returns the Bitcoin transaction that a batch would be exported as now. */
export async function buildBatchDraft(app: App, id: string, feeRate: bigint | undefined) {
  const batch = await getPayoutBatch(app.db, id)
  const estimates = await listFeeEstimates(app)
  const draft = await buildPayoutDraft(app, batch, feeRate ?? estimates[0]?.feeRate)

  return {
    estimates: estimates.map((estimate) => ({
      minutes: estimate.minutes,
      feeRate: formatFeeRate(estimate.feeRate),
    })),
    minFeeRate: formatFeeRate(MIN_FEE_RATE),
    maxFeeRate: formatFeeRate(MAX_FEE_RATE),
    ...toDraftResponse(draft),
  }
}

function toDraftResponse({ feeRate, fee, inputs, change }: BitcoinDraft) {
  const spent = inputs.reduce((sum, { units }) => sum + units, 0n)

  return {
    feeRate: formatFeeRate(feeRate),
    fee: formatBitcoin(fee),
    total: formatBitcoin(spent - fee - (change?.units ?? 0n)),
    inputs: inputs.map(({ txid, outputIndex, address, units }) => ({
      output: `${txid}:${outputIndex}`,
      address,
      amount: formatBitcoin(units),
    })),
    change: change && { address: change.address, amount: formatBitcoin(change.units) },
  }
}
