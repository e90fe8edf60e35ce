import { DomainError } from '#lib/errors.ts'
import { invariant } from '#lib/invariant.ts'
import {
  type BitcoinPayout,
  buildBitcoinPayout,
  buildReplacement,
  type PayoutInput,
} from '#modules/chains/queries.ts'
import type { App } from '#platform/app.ts'
import type { BitcoinDraft, FeeRate } from '../model.ts'
import { type BitcoinWallet, getBitcoinWallet } from './bitcoin-wallet.ts'
import { callProvider, getUnspentProvider, listCoins } from './list-coins.ts'
import type { PayoutBatch } from './payout-batch.ts'
import { listBatchRows } from './payout-batches.ts'
import { listReservedInputs } from './payout-inputs.ts'
import type { PayoutTransaction } from './payout-transaction.ts'
import { toPayout } from './signed-payout.ts'

/**
 * Builds the unsigned Bitcoin transaction of a batch at a fee rate, from the confirmed coin at the
 * operator's addresses that no other open batch spends. Throws `no_wallet`, `no_provider`,
 * `fee_rate_needed` (409), `provider_failed` (503) and the errors of `buildBitcoinPayout`.
 */
export async function buildPayoutDraft(
  app: App,
  batch: PayoutBatch,
  feeRate: FeeRate | undefined,
): Promise<BitcoinDraft> {
  if (!feeRate)
    throw new DomainError('fee_rate_needed', 409, 'Enter the fee rate to pay.', 'feeRate')

  const wallet = await getBitcoinWallet(app)
  const payout = buildBitcoinPayout({
    account: wallet.account,
    inputs: await listFreeCoins(app, wallet, batch),
    lines: await listPayments(app, batch),
    feeRate,
    changeIndex: wallet.changes.length,
  })

  return toDraft(payout, feeRate)
}

/**
 * Builds the transaction that replaces another one of the same batch with a higher fee. It spends
 * all inputs of the other. Throws the errors of `buildPayoutDraft` and `buildReplacement`.
 */
export async function buildReplacementDraft(
  app: App,
  batch: PayoutBatch,
  replaced: PayoutTransaction,
  feeRate: FeeRate,
): Promise<BitcoinDraft> {
  const wallet = await getBitcoinWallet(app)
  const spent = await listSpentCoins(app, wallet, replaced)
  const known = new Set(replaced.inputs)
  const free = await listFreeCoins(app, wallet, batch)
  const changeIndex = wallet.changes.indexOf(replaced.changeAddress ?? '')

  const previous = toPayout(replaced, await listPayments(app, batch))
  const payout = buildReplacement(previous, {
    account: wallet.account,
    inputs: [...spent, ...free.filter((coin) => !known.has(toKey(coin)))],
    feeRate,
    changeIndex: changeIndex < 0 ? wallet.changes.length : changeIndex,
  })

  return toDraft(payout, feeRate)
}

const toDraft = (payout: BitcoinPayout, feeRate: FeeRate): BitcoinDraft => ({
  txid: payout.txid,
  psbt: Buffer.from(payout.psbt, 'base64'),
  feeRate,
  fee: payout.feeUnits,
  inputs: payout.inputs,
  change: payout.change,
})

const toKey = ({ txid, outputIndex }: { txid: string; outputIndex: number }) =>
  `${txid}:${outputIndex}`

async function listPayments({ db }: App, batch: PayoutBatch) {
  const rows = await listBatchRows(db, batch)

  return rows.map(({ address, coin_amount: units }) => {
    invariant(units !== null, 'a withdrawal in a batch has its coin amount')
    return { address, units }
  })
}

async function listFreeCoins(
  app: App,
  wallet: BitcoinWallet,
  batch: PayoutBatch,
): Promise<PayoutInput[]> {
  const reserved = await listReservedInputs(app.db, batch.id)
  return (await listCoins(app, wallet)).filter((coin) => !reserved.has(toKey(coin)))
}

/** Returns the coin that a transaction spends which is being replaced. */
async function listSpentCoins(
  app: App,
  wallet: BitcoinWallet,
  { inputs, inputAddresses, inputAmounts }: PayoutTransaction,
): Promise<PayoutInput[]> {
  const provider = getUnspentProvider(app)
  const own = new Map(wallet.addresses.map(({ address, step }) => [address, step]))

  return await Promise.all(
    inputs.map(async (input, at) => {
      const [txid = '', index = '0'] = input.split(':')
      const step = own.get(inputAddresses[at] ?? '')
      invariant(step, 'an input is at an address of the account')
      const rawHex = await callProvider(provider, () => provider.readRawTransaction(txid))
      return { txid, outputIndex: Number(index), units: inputAmounts[at] ?? 0n, step, rawHex }
    }),
  )
}
