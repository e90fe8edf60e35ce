import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { type Coin, parseAmount } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { recordReceipt } from '#modules/treasury/acts/record-receipt.ts'
import { simulateReceipt } from '#modules/treasury/acts/simulate-receipt.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { bankReferenceOf, receiptReference } from '../model.ts'
import type { DepositTables } from '../tables.ts'

/** What an admin saw arrive: coin by its transaction, or dollars by the bank's reference. */
export type Arrived = { received?: string; txid?: string; outputIndex?: number; bankReference?: string }

/** The receipt of what arrived for a deposit, with its amount and currency; in the sandbox nothing said means the quoted coin. */
export async function recordArrival(
  tx: Tx,
  app: App,
  admin: Actor,
  deposit: Selectable<DepositTables['deposit']>,
  arrived: Arrived,
): Promise<{ receiptId: string; currency: Coin | 'USD'; amount: bigint }> {
  assertOneWay(deposit.coin, arrived)
  const currency = arrived.bankReference ? ('USD' as const) : deposit.coin
  const amount = amountOf(arrived, currency, deposit.coin_amount)
  const receiptId = await receiptOf(tx, app, admin, deposit, { ...arrived, currency, amount })
  return { receiptId, currency, amount }
}

/** A payment has one identity, so that it can't be used again under another. */
function assertOneWay(coin: Coin, { txid, bankReference, outputIndex = 0 }: Arrived) {
  if (txid && bankReference)
    throw new DomainError(
      'two_ways',
      400,
      'Please enter the transaction id or the bank reference, not both.',
      'bankReference',
    )
  if (coin === 'ETH' && outputIndex !== 0)
    throw new DomainError(
      'invalid_output',
      400,
      'A transfer of Ether has one output, number 0.',
      'outputIndex',
    )
}

function amountOf({ received }: Arrived, currency: Coin | 'USD', quoted: bigint): bigint {
  if (!received && currency !== 'USD') return quoted
  const amount = parseAmount(received?.trim() ?? '', currency)
  if (amount === null || amount === 0n)
    throw new DomainError('invalid_received', 400, `Please enter what arrived, in ${currency}.`, 'received')
  return amount
}

type Seen = Arrived & { currency: Coin | 'USD'; amount: bigint }

async function receiptOf(
  tx: Tx,
  app: App,
  admin: Actor,
  deposit: Selectable<DepositTables['deposit']>,
  { currency, amount, txid, bankReference, outputIndex = 0 }: Seen,
): Promise<string> {
  const shared = { currency, amount, arrivedAt: app.clock.now(), recordedBy: admin.id }
  if (bankReference)
    return await recordReceipt(tx, app, {
      ...shared,
      source: 'bank',
      reference: bankReferenceOf(bankReference),
      outputIndex: 0,
    })
  if (txid) {
    const reference = receiptReference(txid)
    return await recordReceipt(tx, app, { ...shared, source: deposit.coin, reference, outputIndex })
  }
  if (app.config.MODE === 'live')
    throw new DomainError(
      'receipt_needed',
      400,
      'Please enter the transaction id or the bank reference.',
      'txid',
    )
  return await simulateReceipt(tx, app, {
    ...{ coin: deposit.coin, units: amount, reference: deposit.id, recordedBy: admin.id },
  })
}
