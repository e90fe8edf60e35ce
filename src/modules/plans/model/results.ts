import type { Day } from '#lib/dates.ts'
import type { Cents, Currency } from '#lib/money.ts'
import type { Output } from '#modules/ledger/model.ts'

/** The file that shows an income or a loss: its storage key, type and SHA-256 in hex. */
export type Evidence = { evidenceKey: string; evidenceType: string; evidenceSha256: string }

/** The days that an income or a loss is of, both of them within. */
export type Period = { periodFrom: Day; periodTo: Day }

/** An income as admins approve it. */
export type Income = Evidence &
  Period & {
    id: string
    planId: string
    plan: string
    source: string
    currency: Currency
    units: bigint
    place: string
    /**
     * In dollars, at the rate of the day it was proposed on; no rate where it is dollars anyway.
     */
    cents: Cents
    rate: bigint | null
    /** The id that the receipt gets when it is recorded, and its content. */
    receipt: string
    observedIn: Output['source']
    reference: string
    outputIndex: number
    observedAs: string
    /**
     * While assets are placed for the plan: their value when it was proposed, and that this payment
     * is income all the same.
     */
    placed?: Cents
    whilePlaced?: WhilePlaced
  }

/** The statement that a payment is income although assets are placed for the plan. */
export type WhilePlaced = 'income'

/** The source of a loss: an asset outside that lost value, or coin or bank money that is gone. */
export const LOSS_SOURCES = ['assets', 'custody'] as const

export type LossSource = (typeof LOSS_SOURCES)[number]

/** A loss as admins approve it. The positions of that day bear it. */
export type Loss = Evidence &
  Period & {
    id: string
    planId: string
    plan: string
    cause: string
    from: LossSource
    cents: Cents
    /**
     * The currency and amount that are gone, and the place that held them; a write-off is in
     * dollars at no place.
     */
    currency: Currency
    units: bigint
    place: string | null
    rate: bigint | null
  }

const IN_MINOR_UNITS: ReadonlySet<string> = new Set(['units', 'cents', 'rate', 'placed'])

/**
 * Returns an income or a loss as a second admin reads it: amounts as text in minor units, all else
 * unchanged.
 */
export const toResultContent = (result: Income | Loss): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(result).map(([field, value]) => [field, value === null ? null : String(value)]),
  )

const parseResultField = (field: string, value: unknown) => {
  if (field === 'outputIndex') return Number(value)
  return IN_MINOR_UNITS.has(field) && value !== null ? BigInt(String(value)) : value
}

const parseResult = (content: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(content).map(([field, value]) => [field, parseResultField(field, value)]),
  )

/** Parses an income written by `toResultContent`. */
export const parseIncome = (content: Readonly<Record<string, unknown>>): Income =>
  parseResult(content) as Income

/** Parses a loss written by `toResultContent`. */
export const parseLoss = (content: Readonly<Record<string, unknown>>): Loss =>
  parseResult(content) as Loss
