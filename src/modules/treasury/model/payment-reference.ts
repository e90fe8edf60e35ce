import { COIN_TABLE } from '#lib/currencies.ts'
import { DomainError } from '#lib/errors.ts'
import type { Coin, Currency } from '#lib/money.ts'
import { normaliseBankReference } from '#lib/payment-references.ts'
import { parseTransactionId } from '#lib/transaction-ids.ts'
import type { Output } from '#modules/ledger/model.ts'

/** An outgoing amount as entered: its currency, the place that holds it, and its destination. */
export type Sending = { currency: Currency; amount: string; place?: string; destination: string }

/** The reference of a payment as entered: a transaction for coin, a bank reference for dollars. */
export type PaymentReferenceInput = { txid?: string; outputIndex?: number; bankReference?: string }

/**
 * Returns the identity of a payment, normalised so that a payment can't be used twice; null without
 * a reference. Throws `two_ways`, `wrong_way` and `invalid_output` (400).
 */
function parsePaymentIdentity(
  currency: Currency,
  { txid, outputIndex = 0, bankReference }: PaymentReferenceInput,
): Output | null {
  const bank = normaliseBankReference(bankReference ?? '')
  const txidText = txid?.trim() ?? ''
  if (txidText && bank)
    throw createReferenceError(
      'two_ways',
      'Please enter the transaction ID or the bank reference, not both.',
    )
  if (currency === 'USD' && txidText)
    throw createReferenceError('wrong_way', 'Dollar payments need a bank reference.', 'txid')

  if (currency !== 'USD' && bank)
    throw createReferenceError(
      'wrong_way',
      'Crypto payments need a transaction ID, not a bank reference.',
    )

  if (currency !== 'USD' && COIN_TABLE[currency].outputs === 'one' && outputIndex !== 0)
    throw createReferenceError(
      'invalid_output',
      'An Ether transfer has one output, number 0.',
      'outputIndex',
    )
  if (bank) return { source: 'bank', reference: bank, outputIndex: 0 }

  return txidText
    ? {
        source: currency as Coin,
        reference: parseTransactionId(currency as Coin, txidText),
        outputIndex,
      }
    : null
}

/**
 * Returns the output of an observed payment. In the sandbox, a payment without a reference is
 * simulated for `purpose` (`dep_…`). Throws `receipt_needed` (400) in live, and the errors of
 * `parsePaymentIdentity`.
 */
export function resolveOutput(
  mode: 'sandbox' | 'live',
  currency: Currency,
  paymentReference: PaymentReferenceInput,
  purpose: string,
): Output {
  const identity = parsePaymentIdentity(currency, paymentReference)
  if (identity) return identity
  if (mode === 'sandbox') return createSimulatedOutput(purpose)
  const field = currency === 'USD' ? 'bankReference' : 'txid'
  throw createReferenceError(
    'receipt_needed',
    'Please enter the transaction ID or the bank reference.',
    field,
  )
}

/** Returns the output of a payment that the sandbox simulates. */
export const createSimulatedOutput = (purpose: string): Output => ({
  source: 'simulated',
  reference: `simulated ${purpose}`,
  outputIndex: 0,
})

/** Returns a short description of a payment for the admin who decides. */
export function formatOutput({ source, reference, outputIndex }: Output): string {
  if (source === 'simulated') return reference
  return source === 'bank' ? `bank ${reference}` : `${source} ${reference}:${outputIndex}`
}

const createReferenceError = (code: string, message: string, field = 'bankReference') =>
  new DomainError(code, 400, message, field)
