import { DomainError, runChecks } from '#lib/errors.ts'
import { createId } from '#lib/ids.ts'
import type { Currency } from '#lib/money.ts'
import type { Output } from '#modules/ledger/model.ts'
import { listReceipts } from '#modules/ledger/queries.ts'
import type { App } from '#platform/app.ts'
import type { Reader, Tx } from '#platform/db/db.ts'
import {
  formatOutput,
  type PaymentReferenceInput,
  parsePositiveAmount,
  resolveOutput,
} from '../model.ts'
import { getPlace } from '../queries.ts'
import { createReceiptUsedError } from './record-arrival-receipt.ts'

/** An observed payment as entered: its amount and currency, its place, and its reference. */
export type Arrival = { currency: Currency; amount: string; place?: string } & PaymentReferenceInput

const FIELDS = { amount: 'amount', place: 'place' }

/** Reads an observed payment; all wrong fields are in one error. */
export async function readArrival(
  app: Pick<App, 'config'>,
  reader: Reader,
  { amount, place: named, currency, ...observed }: Arrival,
  purpose: string,
  fields = FIELDS,
) {
  const [units, place, output] = await runChecks(
    () => parsePositiveAmount(amount, currency, fields.amount),
    () => getPlace(reader, currency, named, fields.place),
    () => resolveOutput(app.config.MODE, currency, observed, purpose),
  )

  return { units, place, output }
}

/**
 * Returns an observed payment with the id of its future receipt. Nothing is recorded until it is
 * posted, so a proposal locks no payment. Throws `invalid_amount` (400), `unknown_place` (422),
 * `receipt_used` and `receipt_conflict` (409) for a recorded payment, and the errors of
 * `resolveOutput`.
 */
export async function prepareArrival(
  app: Pick<App, 'config'>,
  tx: Tx,
  arrival: Arrival,
  purpose: string,
  fields = FIELDS,
) {
  const { units, place, output } = await readArrival(app, tx, arrival, purpose, fields)
  const { currency } = arrival
  const receipt = (await findOpenReceipt(tx, output, { currency, units })) ?? createId('rcp')
  return { currency, units, place, receipt, ...output, observedAs: formatOutput(output) }
}

/**
 * Returns the unused receipt of a recorded output; null for a new output, and for one whose use was
 * reversed: it gets a new receipt. Throws `receipt_used` and `receipt_conflict` (409).
 */
export async function findOpenReceipt(
  tx: Tx,
  output: Output,
  { currency, units }: { currency: Currency; units: bigint },
) {
  const known = (await listReceipts(tx, { of: output })).find(({ released }) => !released)
  if (!known) return null

  if (known.currency !== currency || known.amount !== units)
    throw new DomainError(
      'receipt_conflict',
      409,
      'This receipt was already recorded with a different amount.',
    )

  if (known.consumedBy !== null) throw createReceiptUsedError(currency)

  return known.id
}
