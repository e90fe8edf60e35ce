import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import type { Actor } from '#modules/audit/model.ts'
import { custody, type Receipt } from '#modules/ledger/model.ts'
import { findReceipt } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db.ts'
import { amountFrom, type Seen } from '../model.ts'
import { getPlace } from '../queries.ts'
import { receiptFor } from './receipt-for.ts'

/** What somebody saw arrive, as sent: an amount in a currency, where it is held, and how it came. */
export type Arrival = { currency: Currency; amount: string; place?: string } & Seen

/**
 * Writes down what has arrived for `purpose`, with the receipt that pins it. Throws `invalid_amount` (400), `unknown_place`
 * (422), `receipt_used` (409) when it was booked already, and what `receiptFor` throws.
 */
export async function noteArrival(
  app: App,
  tx: Tx,
  actor: Actor,
  { amount, place: named, currency, ...seen }: Arrival,
  purpose: string,
  fields = { amount: 'amount', place: 'place' },
) {
  const units = amountFrom(amount, currency, fields.amount)
  const place = await getPlace(tx, currency, named, fields.place)
  const id = await receiptFor(tx, app, actor, {
    ...seen,
    currency,
    units,
    purpose,
    into: custody(currency, place),
  })
  const receipt = await findReceipt(tx, id)
  if (!receipt || receipt.consumedBy !== null)
    throw new DomainError(
      'receipt_used',
      409,
      'This receipt has already been used.',
      currency === 'USD' ? 'bankReference' : 'txid',
    )
  return { currency, units, place, receipt: id, seenAs: seenAs(receipt) }
}

/** A receipt in a few words, for who decides. */
function seenAs({ source, reference, outputIndex }: Receipt): string {
  if (source === 'simulated') return reference
  return source === 'bank' ? `bank ${reference}` : `${source} ${reference}:${outputIndex}`
}
