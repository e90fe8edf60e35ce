import { DomainError } from '#lib/errors.ts'
import type { Currency } from '#lib/money.ts'
import { assertPermitted } from '#modules/approvals/model.ts'
import type { Staff } from '#modules/identity/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import {
  assertNear,
  type PaymentReferenceInput,
  parsePositiveAmount,
  parseReason,
} from '../model.ts'
import { computeWorth, getPlace } from '../queries.ts'
import { type Begun, beginMovement, createMovementId } from '../steps/begin-movement.ts'
import { announce } from '../steps/post-movement.ts'
import { prepareArrival } from '../steps/prepare-arrival.ts'

/** The outgoing amount and the incoming amount with its payment reference, as entered. */
export type ConvertCustody = {
  currency: Currency
  amount: string
  place?: string
  reason: string
} & {
  toCurrency: Currency
  received: string
  toPlace?: string
} & PaymentReferenceInput

/**
 * Proposes to record a conversion between two currencies, both sides in one posting. Throws
 * `price_far_off` (422) if the values of the two sides differ by more than a tenth.
 */
export async function convertCustody(
  app: App,
  admin: Staff,
  input: ConvertCustody,
): Promise<Begun> {
  assertPermitted(admin, 'custody.convert')

  const {
    currency,
    amount,
    place: from,
    toCurrency: into,
    received,
    toPlace: at,
    reason: reasonText,
    ...observed
  } = input

  if (currency === into)
    throw new DomainError('same_currency', 400, 'Choose two different currencies.', 'toCurrency')

  const kind = 'converted'
  const units = parsePositiveAmount(amount, currency)
  const reason = parseReason(reasonText)
  const id = createMovementId(app, { kind })
  const begun = await runInTransaction(app.db, async (tx) => {
    const place = await getPlace(tx, currency, from)
    const arrival = { ...observed, currency: into, amount: received, ...(at && { place: at }) }
    const come = await prepareArrival(app, tx, arrival, id, {
      amount: 'received',
      place: 'toPlace',
    })
    const outgoingWorth = await computeWorth(app, { currency, units }, 'in')

    assertNear(outgoingWorth.cents, (await computeWorth(app, come, 'in')).cents)

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
