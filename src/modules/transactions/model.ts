import { DAY_MS, type Day, HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
import { DomainError } from '#lib/errors.ts'
import { formatAmount } from '#lib/money.ts'
import { isReason } from '#lib/reasons.ts'
import type { DurationSummary } from '#lib/summarise-durations.ts'
import { type AccountCode, getAccountCurrency } from '#modules/ledger/model.ts'

/** The result of a check before a decision: in order, to be reviewed, or without evidence. */
export type Verdict = 'ok' | 'review' | 'none'

/** One check before a deposit or withdrawal is decided, with its evidence. */
export type Check = { what: string; verdict: Verdict; evidence: string }

/** Returns the link to a journal entry of the member, marked on the statement of its day. */
export const buildEntryLink = (journalNumber: string, day: Day): string =>
  `/dashboard/statements?from=${day}&to=${day}#L-${journalNumber}`

/** Something that has happened to a deposit or withdrawal. */
export type TimelineStep = { what: string; at: Date; detail?: string }

/** The orders of a list of deposits or withdrawals. */
export const TRANSACTION_ORDERS = ['date', 'amount'] as const

/** The ages of the rows of a work queue; late ones are past their promised time. */
export const WAITING_AGES = ['late', '1h', '4h', '1d', '3d', '7d'] as const
export type WaitingAge = (typeof WAITING_AGES)[number]

const AGE_MS: Readonly<Record<Exclude<WaitingAge, 'late'>, number>> = {
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '7d': 7 * DAY_MS,
}

/** Returns the instant before which rows began to wait that have waited longer than this age. */
export const getAgeCutoff = (age: Exclude<WaitingAge, 'late'>, now: Date): Date =>
  new Date(now.getTime() - AGE_MS[age])

/** Returns for how many whole minutes a row has waited. */
export const countWaitingMinutes = (since: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - since.getTime()) / MINUTE_MS))

/** The most deposits or withdrawals that one action decides on. */
export const BULK_LIMIT = 50

/** Longest reason of a rejection, in characters. */
export const REASON_LIMIT = 1_000

/** Review and payout times are measured over this many days. */
export const MEASURED_DAYS = 30

/**
 * Returns the reason of a rejection without surrounding spaces. Throws `reason_needed` (400) for an
 * empty reason and for one longer than `REASON_LIMIT`.
 */
export function parseReason(text: string | undefined): string {
  const reason = text?.trim() ?? ''
  if (isReason(reason, REASON_LIMIT)) return reason

  throw new DomainError(
    'reason_needed',
    400,
    'Please give a reason in a few words. The member will see it.',
    'reason',
  )
}

/** The median and the maximum of durations in minutes, over the last `days` days. */
export type MeasuredMinutes = {
  days: number
  count: number
  medianMinutes: number
  slowestMinutes: number
}

/** Returns measured durations in minutes, rounded up; null if nothing was measured. */
export function toMeasuredMinutes(measured: DurationSummary): MeasuredMinutes | null {
  if (!measured) return null

  return {
    days: MEASURED_DAYS,
    count: measured.count,
    medianMinutes: Math.ceil(measured.medianMs / MINUTE_MS),
    slowestMinutes: Math.ceil(measured.slowestMs / MINUTE_MS),
  }
}

type JournalLine = { debit: AccountCode; credit: AccountCode; amount: bigint; seq?: bigint | null }

/**
 * Returns a transfer or journal entry with its amount in its currency, as the contract shows it.
 */
export function toEntryResponse({ seq = null, debit, credit, amount }: JournalLine) {
  const currency = getAccountCurrency(debit)

  return {
    seq: seq === null ? null : String(seq),
    debit,
    credit,
    currency,
    amount: formatAmount(amount, currency),
  }
}

/** Returns the number of rows in each status, with the sum of all as `all`. */
export const addTotalCount = <Status extends string>(counts: Record<Status, number>) => ({
  ...counts,
  all: Object.values<number>(counts).reduce((sum, count) => sum + count, 0),
})

/** Throws for the first id of a list that names nothing. */
export function assertAllFound(
  what: 'deposit' | 'withdrawal',
  ids: readonly string[],
  found: readonly string[],
) {
  const unknown = ids.find((id) => !found.includes(id))
  if (unknown !== undefined)
    throw new DomainError('validation', 400, `There is no ${what} ${unknown}.`, 'ids')
}
