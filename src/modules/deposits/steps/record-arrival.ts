import type { Selectable } from 'kysely'
import { DomainError } from '#lib/errors.ts'
import { type Coin, parseAmount } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import type { PaymentReferenceInput } from '#modules/treasury/model.ts'
import { recordObservedReceipt } from '#modules/treasury/steps/record-observed-receipt.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import type { DepositTables } from '../tables.ts'

/** What an admin saw arrive: coin by its transaction, or dollars by the bank's reference. */
export type DepositArrivalInput = { received?: string } & PaymentReferenceInput

/**
 * The receipt of what arrived for a deposit, with its amount and currency; in the sandbox nothing
 * said means the quoted coin.
 */
export async function recordArrival(
  tx: Tx,
  app: App,
  admin: Actor,
  deposit: Selectable<DepositTables['deposit']>,
  arrivalInput: DepositArrivalInput,
): Promise<{ receiptId: string; currency: Coin | 'USD'; amount: bigint }> {
  const currency = arrivalInput.bankReference ? ('USD' as const) : deposit.coin
  const amount = parseReceivedAmount(arrivalInput, currency, deposit.coin_amount)
  const receiptInput = { ...arrivalInput, currency, units: amount, purpose: deposit.id }
  return { receiptId: await recordObservedReceipt(tx, app, admin, receiptInput), currency, amount }
}

function parseReceivedAmount(
  { received }: DepositArrivalInput,
  currency: Coin | 'USD',
  quoted: bigint,
): bigint {
  if (!received && currency !== 'USD') return quoted

  const amount = parseAmount(received?.trim() ?? '', currency)
  if (amount === null || amount === 0n)
    throw new DomainError(
      'invalid_received',
      400,
      `Please enter what arrived, in ${currency}.`,
      'received',
    )

  return amount
}
