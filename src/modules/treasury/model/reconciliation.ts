import { HOUR_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Currency, parseAmount, SCALE } from '#lib/money.ts'
import { type AccountCode, getAccountCurrency } from '#modules/ledger/model.ts'

/** The source of an outside balance: entered by staff, or fetched from the custodian. */
export type BalanceSource = 'entered' | 'fetched'
/**
 * agreed: a later outside balance equals the ledger; explained: an admin explained the difference.
 */
export type BreakResolutionKind = 'agreed' | 'explained'
/**
 * The state of a custody account: no outside balance yet; the last one equals the ledger; a break
 * is open; or the last one differs and the difference is explained.
 */
export type CustodyState = 'unknown' | 'agrees' | 'break' | 'explained'

/**
 * The time after which the owner of a break, or every admin with the owner role, is reminded daily.
 */
export const BREAK_LIMIT_MS = 72 * HOUR_MS
/** The time within which a new custody account needs an outside balance to be confirmed. */
export const CONFIRMED_WITHIN_MS = 24 * HOUR_MS
const EXPLANATION_MIN = 30
const EXPLANATION_LIMIT = 1_000
export const EVIDENCE_LIMIT = 300
export const AGREES_AGAIN = 'agrees again'
/** The largest outside balance, in minor units; differences of it fit into a bigint column. */
const MAX_HELD = 10n ** 18n

/** Returns the place and currency of a custody account, `custody:hot:BTC`. */
export const parseCustodyCode = (code: AccountCode) => ({
  place: code.split(':')[1] ?? '',
  currency: getAccountCurrency(code),
})

/**
 * Returns the entered outside balance of a custody account in minor units, zero or more. Throws
 * `invalid_amount` (400) with the reason.
 */
export function parseHeldAmount(text: string, currency: Currency): bigint {
  const trimmed = text.trim()
  const units = parseAmount(trimmed, currency)
  if (units !== null && units <= MAX_HELD) return units
  if (/^-\d/.test(trimmed)) throw createHeldAmountError("A balance can't be negative.")
  if (/^\d+\.\d+$/.test(trimmed) && (trimmed.split('.')[1]?.length ?? 0) > SCALE[currency])
    throw createHeldAmountError(`Enter at most ${SCALE[currency]} decimals for ${currency}.`)

  throw createHeldAmountError(`Please enter the balance in ${currency}.`)
}

/**
 * Returns the explanation of a difference, a sentence of at least five words. Throws
 * `explanation_needed` (400).
 */
export function parseExplanation(text: string): string {
  const explanation = text.trim()
  const isSentence =
    [...explanation].length >= EXPLANATION_MIN && /^\S+(\s+\S+){4}/.test(explanation)
  if (isSentence && explanation.length <= EXPLANATION_LIMIT) return explanation

  throw new DomainError(
    'explanation_needed',
    400,
    `Please explain the difference in a sentence of ${EXPLANATION_MIN} to ${EXPLANATION_LIMIT} ` +
      'characters: why the balances differ and where the evidence is.',
    'explanation',
  )
}

/** The explanation of a shortage, as a second admin approves it. */
export type BreakExplanation = {
  breakId: string
  account: AccountCode
  place: string
  currency: Currency
  /** The last outside balance that differed less the ledger's, in minor units. */
  difference: bigint
  openedAt: Date
  explanation: string
}

/** Returns the content of the proposal that explains a shortage. */
export const toExplanationContent = ({
  difference,
  openedAt,
  ...explanation
}: BreakExplanation): Record<string, string> => ({
  ...explanation,
  difference: String(difference),
  openedAt: openedAt.toISOString(),
})

/** Returns what the content of a proposal explains, and the difference it is about. */
export const parseExplanationContent = (
  content: Readonly<Record<string, unknown>>,
): Pick<BreakExplanation, 'difference' | 'explanation'> => ({
  difference: BigInt(String(content.difference)),
  explanation: String(content.explanation),
})

const createHeldAmountError = (reason: string) =>
  new DomainError('invalid_amount', 400, reason, 'amount')
