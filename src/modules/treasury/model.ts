import type { Day } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { type Cents, type Coin, type CoinUnits, type Currency, parseAmount, SCALE } from '#lib/money.ts'
import {
  type AccountCode,
  currencyOf,
  custody,
  exchange,
  type Kind,
  type Transfer,
} from '#modules/ledger/model.ts'

type Movement = {
  /** The business event that both legs belong to; `/coin` and `/dollars` are put behind it. */
  event: string
  kind: Kind
  coin: Coin
  units: CoinUnits
  /** What the coin is worth at the rate agreed, in cents. */
  cents: Cents
  reference: string
  effective: Day
  actor: string
}

const shared = ({ kind, reference, effective, actor }: Movement) => ({ kind, reference, effective, actor })

/** Coin that came into custody, and dollars owed for it: two linked transfers, the receipt on the coin's. */
export const coinIn = (movement: Movement & { receipt: string; to: AccountCode }): Transfer[] => [
  {
    ...shared(movement),
    event: `${movement.event}/coin`,
    debit: custody(movement.coin),
    credit: exchange(movement.coin),
    amount: movement.units,
    receipt: movement.receipt,
  },
  {
    ...shared(movement),
    event: `${movement.event}/dollars`,
    debit: exchange('USD'),
    credit: movement.to,
    amount: movement.cents,
  },
]

/** Dollars no longer owed, and the coin that left custody for them: two linked transfers. */
export const coinOut = (movement: Movement & { from: AccountCode }): Transfer[] => [
  {
    ...shared(movement),
    event: `${movement.event}/dollars`,
    debit: movement.from,
    credit: exchange('USD'),
    amount: movement.cents,
  },
  {
    ...shared(movement),
    event: `${movement.event}/coin`,
    debit: exchange(movement.coin),
    credit: custody(movement.coin),
    amount: movement.units,
  },
]

/** Where the figure of an outside balance came from: typed in by staff, or answered by what is outside. */
export type BalanceSource = 'entered' | 'fetched'
/** agreed: a later outside balance equals the books; explained: somebody said why they differ. */
export type ResolvedAs = 'agreed' | 'explained'
/**
 * What is known of a custody account: nothing yet; its last outside balance equals the books; a break is open; or the
 * last one differs and that was explained.
 */
export type CustodyState = 'unknown' | 'agrees' | 'break' | 'explained'

const HOUR_MS = 3_600_000
/** How long a break may stay open before its owner, or every owner of the house, is reminded each day. */
export const BREAK_LIMIT_MS = 72 * HOUR_MS
export const EXPLANATION_LEAST = 10
export const EXPLANATION_LIMIT = 1_000
export const EVIDENCE_LIMIT = 300
export const AGREES_AGAIN = 'agrees again'
/** More than any place holds, in minor units, and far enough below what a column holds to be subtracted from. */
export const MOST_HELD = 10n ** 18n

/** The place and currency of a custody account, `custody:hot:BTC`. */
export const placeOf = (code: AccountCode) => ({
  place: code.split(':')[1] ?? '',
  currency: currencyOf(code),
})

/** Reads what a custody account holds outside, zero or more; each way of being wrong has its reason. */
export function heldFrom(text: string, currency: Currency): bigint {
  const said = text.trim()
  const units = parseAmount(said, currency)
  if (units !== null && units <= MOST_HELD) return units
  if (/^-\d/.test(said)) throw invalidHeld("What is held can't be below zero.")
  if (/^\d+\.\d+$/.test(said) && (said.split('.')[1]?.length ?? 0) > SCALE[currency])
    throw invalidHeld(`${currency} has at most ${SCALE[currency]} decimals.`)
  throw invalidHeld(`Please enter what is held, in ${currency}.`)
}

const invalidHeld = (reason: string) => new DomainError('invalid_amount', 400, reason, 'amount')

export const TEXTS = {
  agrees: 'Recorded. Outside and books agree.',
  differs: 'Recorded. Outside and books differ, and a break is open.',
  agreedThen: 'Recorded. They agreed then, but a later balance differs: the break stays open.',
  taken: 'Break taken',
  explained: 'Break resolved as explained',
} as const
