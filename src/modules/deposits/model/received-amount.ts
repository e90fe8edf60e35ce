import { DomainError } from '#lib/errors.ts'
import { type Coin, type CoinUnits, parseAmount } from '#lib/money.ts'
import type { Output } from '#modules/ledger/model.ts'
import { type PaymentReferenceInput, resolveOutput } from '#modules/treasury/model.ts'

/** An amount that arrived for a deposit: coin units by a transaction, or cents by bank. */
export type ReceivedAmount = { currency: Coin | 'USD'; amount: bigint }

/** A payment that an admin observed: coin by its transaction, or dollars by its bank reference. */
export type DepositArrivalInput = { received?: string } & PaymentReferenceInput

/** The payment of a deposit, with the output that identifies it. */
export type DepositArrival = ReceivedAmount & Output

type Quoted = { id: string; coin: Coin; coinAmount: CoinUnits }

/**
 * Reads the payment that an admin observed. In the sandbox an input without a payment reference is
 * a simulated payment; without an amount the quoted coin has arrived. Throws `invalid_received` and
 * `receipt_needed` (400), and what `resolveOutput` throws.
 */
export function parseArrival(
  mode: 'sandbox' | 'live',
  { id, coin, coinAmount }: Quoted,
  { received, ...reference }: DepositArrivalInput,
): DepositArrival {
  const currency = reference.bankReference ? ('USD' as const) : coin
  const amount =
    currency === 'USD' || received ? parseReceivedAmount(received, currency) : coinAmount

  return { currency, amount, ...resolveOutput(mode, currency, reference, id) }
}

/**
 * Reads the amount that arrived, in the currency's minor units. Throws `invalid_received` (400)
 * unless it is above zero.
 */
export function parseReceivedAmount(text: string | undefined, currency: Coin | 'USD'): bigint {
  const amount = parseAmount(text?.trim() ?? '', currency)
  if (amount !== null && amount > 0n) return amount

  throw new DomainError(
    'invalid_received',
    400,
    `Please enter what arrived, in ${currency}.`,
    'received',
  )
}
