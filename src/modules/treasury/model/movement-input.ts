import { DomainError } from '#lib/errors.ts'
import { type Cents, type Currency, formatUsd, parseAmount, SCALE } from '#lib/money.ts'
import { isReason } from '#lib/reasons.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'

/** The largest amount of a movement, in minor units; sums of it fit into a bigint column. */
const MAX_UNITS = 10n ** 16n

/** Returns an amount above zero in minor units. Throws `invalid_amount` (400) on its field. */
export function parsePositiveAmount(text: string, currency: Currency, field = 'amount'): bigint {
  const units = parseAmount(text.trim(), currency)
  if (units !== null && units > 0n && units <= MAX_UNITS) return units
  const message =
    `Please enter an amount above 0 in ${currency}, with ` + `at most ${SCALE[currency]} decimals.`
  throw new DomainError('invalid_amount', 400, message, field)
}

/**
 * Throws `price_far_off` (422) if the two sides of a conversion, in cents at market prices, differ
 * by more than a tenth of the outgoing side.
 */
export function assertNear(outgoing: Cents, incoming: Cents): void {
  const difference = outgoing > incoming ? outgoing - incoming : incoming - outgoing
  if (difference * 10n <= outgoing) return

  const message =
    `At market prices, ${formatUsd(outgoing)} goes out and ${formatUsd(incoming)} comes in, a ` +
    'difference of more than 10%. Please check both amounts.'
  throw new DomainError('price_far_off', 422, message, 'received')
}

const REASON_LIMIT = 500
const DESTINATION_LIMIT = 200

const parseRequiredText = (text: string, limit: number, field: string, message: string): string => {
  const trimmed = text.trim()
  if (trimmed !== '' && trimmed.length <= limit) return trimmed
  throw new DomainError(`${field}_needed`, 400, `${message} Up to ${limit} characters.`, field)
}

/** Returns the reason of a movement. Throws `reason_needed` (400). */
export function parseReason(text: string): string {
  const message = 'Please give a reason and say where the evidence is.'
  const reason = parseRequiredText(text, REASON_LIMIT, 'reason', message)
  if (isReason(reason, REASON_LIMIT)) return reason
  throw new DomainError('reason_needed', 400, message, 'reason')
}

/**
 * Returns the destination of an outgoing amount: an address or a bank account, with its evidence.
 * Throws `destination_needed` (400).
 */
export const parseDestination = (text: string): string =>
  parseRequiredText(text, DESTINATION_LIMIT, 'destination', 'Please enter the destination.')

/**
 * Returns the name of a place, by default the currency's usual one. Throws `invalid_place` (400).
 */
export function parsePlace(text: string, currency: Currency, field = 'place'): string {
  const named = text.trim() || (toCustodyAccountCode(currency).split(':')[1] ?? '')
  if (/^[a-z0-9][a-z0-9_-]{0,39}$/.test(named)) return named
  const message =
    'Use lower-case letters, digits and hyphens for a location, such as hot, cold or bank.'
  throw new DomainError('invalid_place', 400, message, field)
}
