import type { Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import type { TransferType } from '#modules/ledger/model.ts'
import type { Period } from './period.ts'

/** The kinds of change on a statement, in display order. */
export const HEADINGS = [
  'deposits',
  'returns',
  'losses',
  'rewards',
  'adjustments',
  'fees',
  'withdrawals',
] as const

export type Heading = (typeof HEADINGS)[number]

export type Sums = Record<Heading, Cents>

export const HEADING_NAMES: Record<Heading, string> = {
  deposits: 'Deposits',
  returns: 'Returns paid',
  losses: 'Losses',
  rewards: 'Rewards',
  adjustments: 'Adjustments',
  fees: 'Fees',
  withdrawals: 'Withdrawals',
}

export const HEADING_MEANINGS: Record<Heading, string> = {
  deposits: 'Money you paid in, credited with the amount that arrived.',
  returns: 'Your share of income recorded for a plan. Target and accrued returns are not included.',
  losses: 'Your share of a loss recorded for a plan, or of assets that were lost.',
  rewards: 'Referral and campaign rewards, paid from our own funds.',
  adjustments: 'Corrections made by our staff, each listed with its reason.',
  fees: 'Fees for withdrawals, as shown before you confirmed them.',
  withdrawals: 'Money paid out to you.',
}

/**
 * The heading of each transfer type that can change what a member is owed; the others move money
 * within.
 */
export const HEADING_BY_TYPE: Partial<Record<TransferType, Heading>> = {
  deposit_confirmed: 'deposits',
  deposit_reversed: 'deposits',
  suspense_matched: 'deposits',
  return_paid: 'returns',
  loss_recorded: 'losses',
  assets_lost: 'losses',
  reward_paid: 'rewards',
  adjusted: 'adjustments',
  fee_charged: 'fees',
  withdrawal_paid: 'withdrawals',
  withdrawal_reversed: 'withdrawals',
  fee_reversed: 'fees',
}

/**
 * Adds changes up by heading. A transfer type without one that changes the total would be lost:
 * that is a bug.
 */
export function sumByHeading(
  changes: readonly { transferType: TransferType; change: Cents }[],
): Sums {
  const sums = Object.fromEntries(HEADINGS.map((heading) => [heading, 0n])) as Sums
  for (const { transferType, change } of changes) {
    if (change === 0n) continue
    const heading = HEADING_BY_TYPE[transferType]
    invariant(heading, `${transferType} has a heading, since it changes what a member is owed`)
    sums[heading] += change
  }

  return sums
}

const sumHeadings = (sums: Sums): Cents =>
  HEADINGS.reduce((sum, heading) => sum + sums[heading], 0n)

export type MonthSums = Sums & { month: string; opening: Cents; closing: Cents }

/**
 * Computes the changes of each month of a period; a month's closing balance is the next one's
 * opening balance.
 */
export function computeMonthSums(
  { from, to }: Period,
  opening: Cents,
  changes: readonly { month: string; transferType: TransferType; change: Cents }[],
): MonthSums[] {
  let balance = opening
  return listMonths(from, to).map((month) => {
    const sums = sumByHeading(changes.filter((change) => change.month === month))
    const before = balance
    balance += sumHeadings(sums)
    return { month, opening: before, ...sums, closing: balance }
  })
}

function listMonths(from: Day, to: Day): string[] {
  const first = Number(from.slice(5, 7))
  const count = Number(to.slice(5, 7)) - first + 1
  return Array.from(
    { length: count },
    (_, at) => `${from.slice(0, 4)}-${String(first + at).padStart(2, '0')}`,
  )
}
