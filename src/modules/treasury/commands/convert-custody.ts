import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import { assertMay } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { inTransaction } from '#platform/transaction.ts'
import { type Begun, beginMovement, movementId } from '../acts/begin-movement.ts'
import { noteArrival } from '../acts/note-arrival.ts'
import { announce } from '../acts/post-movement.ts'
import { amountFrom, assertNear, reasonFrom, type Seen } from '../model.ts'
import { getPlace, worthOf } from '../queries.ts'

/** What was given, and what came in for it with the receipt of that. */
export type ConvertCustody = {
  currency: Currency
  amount: string
  place?: string
  reason: string
} & {
  toCurrency: Currency
  received: string
  toPlace?: string
} & Seen

/**
 * Asks a second admin to record that coin was sold for dollars, or bought: what left and what came
 * in for it, both or neither. Throws `price_far_off` (422) where the one is worth more than a tenth
 * more or less than the other.
 */
export async function convertCustody(
  app: App,
  admin: Staff,
  input: ConvertCustody,
): Promise<Begun> {
  assertMay(admin, 'custody.convert')

  const {
    currency,
    amount,
    place: from,
    toCurrency: into,
    received,
    toPlace: at,
    reason: said,
    ...seen
  } = input

  if (currency === into)
    throw new DomainError('same_currency', 400, 'Converting takes two currencies.', 'toCurrency')

  const kind = 'converted'
  const units = amountFrom(amount, currency)
  const reason = reasonFrom(said)
  const id = movementId(app, { kind })
  const begun = await inTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, currency, from)
    const arrival = { ...seen, currency: into, amount: received, ...(at && { place: at }) }
    const come = await noteArrival(app, tx, arrival, id, { amount: 'received', place: 'toPlace' })
    const given = await worthOf(app, { currency, units }, 'in')

    assertNear(given.cents, (await worthOf(app, come, 'in')).cents)

    const { units: toUnits, place: toPlace, currency: toCurrency, ...arrived } = come
    const to = { toCurrency, toUnits, toPlace, ...arrived }

    return await beginMovement(app, tx, admin, {
      id,
      movement: { kind, currency, units, place, ...to, reason },
    })
  })

  announce(app, begun.movement, begun.proposal)

  return begun
}
