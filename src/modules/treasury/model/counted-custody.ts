import { DAY_MS } from '#lib/dates.ts'
import type { Cents, Currency } from '#lib/money.ts'
import type { BalanceSource } from './reconciliation.ts'

/** The days after which an outside balance no longer confirms what the ledger holds. */
export const OUTSIDE_MAX_AGE_DAYS = 7

/**
 * The confirmation of a custody account from outside: it agrees; no figure was stated yet; the last
 * one is too old; or it differs, with an open break or an explained one.
 */
export const CONFIRMATIONS = ['agrees', 'not-stated', 'old', 'break', 'explained'] as const
export type Confirmation = (typeof CONFIRMATIONS)[number]

/** A difference that no later outside balance has cleared: open, or explained and still there. */
export type UnclearedBreak = {
  since: Date
  explainedAt: Date | null
  /** The last outside balance that differed less the ledger's, in minor units. */
  difference: bigint
}

/** A custody account with what confirms it from outside, in minor units. */
export type CountedPlace = {
  place: string
  currency: Currency
  /** The ledger's current balance. */
  held: bigint
  outside: { units: bigint; asOf: Date; source: BalanceSource } | null
  confirmation: Confirmation
  breaks: UnclearedBreak[]
  /** The units that count as held, and their value at the current price, if there is one. */
  counted: bigint
  cents: Cents | null
}

type Custody = {
  /** The ledger's balance, in minor units. */
  held: bigint
  openedAt: Date
  /** The latest outside balance, with its difference from the ledger's at that time. */
  outside: { units: bigint; difference: bigint; asOf: Date } | null
  openBreak: { latest: { difference: bigint } } | null
}

const isOld = (since: Date, now: Date) =>
  now.getTime() - since.getTime() > OUTSIDE_MAX_AGE_DAYS * DAY_MS

const pickMin = (first: bigint, ...others: bigint[]) =>
  others.reduce((lowest, each) => (each < lowest ? each : lowest), first)

/** Returns how a custody account is confirmed from outside. */
export function findConfirmation({ outside, openBreak }: Custody, now: Date): Confirmation {
  if (openBreak) return 'break'
  if (!outside) return 'not-stated'
  if (outside.difference !== 0n) return 'explained'
  return isOld(outside.asOf, now) ? 'old' : 'agrees'
}

/**
 * Returns what of a custody account is there by what is known, in minor units: while outside and
 * ledger differ the lower of the two, and what was missing then stays missing until a later balance
 * agrees. The age of the outside balance changes nothing.
 */
export function computeKnownUnits({ held, outside, openBreak }: Custody): bigint {
  if (!outside || (!openBreak && outside.difference === 0n)) return held

  const missing = pickMin(0n, outside.difference, openBreak?.latest.difference ?? 0n)
  return pickMin(held, outside.units, held + missing)
}

/**
 * Returns how much of a custody account counts as held, in minor units: what is known to be there.
 * An outside balance older than `OUTSIDE_MAX_AGE_DAYS` confirms no more than it stated. An account
 * for which no balance was ever stated counts for as many days, and then for nothing.
 */
export function computeCountedUnits(custody: Custody, now: Date): bigint {
  const { held, openedAt, outside } = custody
  if (!outside) return isOld(openedAt, now) ? pickMin(held, 0n) : held

  const known = computeKnownUnits(custody)
  return isOld(outside.asOf, now) ? pickMin(known, outside.units) : known
}
