import { addDays, type Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import type { TransferType } from '#modules/ledger/model.ts'
import {
  findJournalHead,
  type JournalBlock,
  listOwnerDays,
  type OwnerDay,
} from '#modules/ledger/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { runInSnapshot } from '#platform/db/transaction.ts'
import { HEADING_BY_TYPE, isInBalance, SUM_TERMS, type SumTerm } from '../model.ts'

/**
 * The balance at the end of a business date, and what the member had paid in less what was paid
 * out, in cents.
 */
export type Point = { day: Day; owed: Cents; paidIn: Cents }

/** The returns paid and losses (zero or below) of a month. */
export type MonthIncome = { month: string; returns: Cents; losses: Cents }

export type Course = {
  /** The terms of the account balance, with signs; they add up to it to the cent. */
  sum: { terms: Record<SumTerm, Cents>; balance: Cents }
  points: Point[]
  /** The last twelve, oldest first, those without anything too. */
  months: MonthIncome[]
  head: JournalBlock | null
}

const MONTHS = 12
const EVERY_DAY_FOR = 366

/**
 * Returns a member's value over time. Points and months are read from the hash chain by business
 * date; the sum also includes rows that are not chained yet, as the balance does.
 */
export const getCourse = (db: Db, memberId: string, today: Day): Promise<Course> =>
  runInSnapshot(db, async (reader) => {
    const rows = await listOwnerDays(reader, memberId)
    const chainedRows = rows.filter((row) => row.chained && row.day <= today)

    return {
      sum: sumBalanceTerms(rows),
      points: reducePoints(buildPoints(chainedRows), today),
      months: computeMonthlyIncome(chainedRows, today),
      head: await findJournalHead(reader),
    }
  })

const sumChanges = (rows: readonly OwnerDay[]) => rows.reduce((sum, { change }) => sum + change, 0n)

const WITHDRAWN: ReadonlySet<TransferType> = new Set([
  'withdrawal_held',
  'withdrawal_released',
  'withdrawal_reversed',
  'fee_reversed',
])

/**
 * Returns the term that a transfer type counts under. Returns that enter the balance count as
 * reinvested.
 */
function getSumTerm(kind: TransferType): SumTerm {
  if (kind === 'position_opened' || kind === 'principal_redeemed') return 'reinvested'
  if (WITHDRAWN.has(kind)) return 'withdrawn'

  const heading = HEADING_BY_TYPE[kind]
  const term = SUM_TERMS.find((one) => one === heading)
  invariant(term, `${kind} has a term, since it changes the balance`)
  return term
}

/** Sums the terms of the account balance from the changes of cash and principal. */
function sumBalanceTerms(rows: readonly OwnerDay[]): Course['sum'] {
  const terms = Object.fromEntries(SUM_TERMS.map((term) => [term, 0n])) as Record<SumTerm, Cents>
  const inBalance = rows.filter(({ account }) => isInBalance(account))

  for (const { transferType, change } of inBalance) terms[getSumTerm(transferType)] += change

  const held = sumChanges(rows.filter(({ account }) => account.endsWith(':hold_cash')))
  terms.held -= held // what was taken out of the balance and not paid is on hold
  terms.withdrawn += held

  return { terms, balance: sumChanges(inBalance) }
}

const isDepositOrWithdrawal = (kind: TransferType) =>
  HEADING_BY_TYPE[kind] === 'deposits' || HEADING_BY_TYPE[kind] === 'withdrawals'

/** Builds a point for each day with a change, oldest first. */
function buildPoints(rows: readonly OwnerDay[]): Point[] {
  const now = { owed: 0n, paidIn: 0n }
  return [...Map.groupBy(rows, ({ day }) => day)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([day, changes]) => {
      const before = { ...now }
      now.owed += sumChanges(changes)
      now.paidIn += sumChanges(
        changes.filter(({ transferType }) => isDepositOrWithdrawal(transferType)),
      )
      return now.owed === before.owed && now.paidIn === before.paidIn ? [] : [{ day, ...now }]
    })
}

/** Returns every day of the last year and the last day of each earlier month, to bound the size. */
function reducePoints(points: readonly Point[], today: Day): Point[] {
  const since = addDays(today, -EVERY_DAY_FOR)
  const getMonth = ({ day }: Point) => day.slice(0, 7)
  return points.filter((point, at) => {
    const next = points[at + 1]
    return point.day >= since || !next || getMonth(next) !== getMonth(point)
  })
}

/** Returns the first day of the month a number of months ago. */
function computePastMonth(today: Day, count: number): string {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

function computeMonthlyIncome(rows: readonly OwnerDay[], today: Day): MonthIncome[] {
  const sumMonthChanges = (month: string, heading: 'returns' | 'losses') =>
    sumChanges(
      rows.filter(
        ({ day, transferType }) =>
          day.startsWith(month) && HEADING_BY_TYPE[transferType] === heading,
      ),
    )
  return Array.from({ length: MONTHS }, (_, at) => {
    const month = computePastMonth(today, MONTHS - 1 - at)
    return {
      month,
      returns: sumMonthChanges(month, 'returns'),
      losses: sumMonthChanges(month, 'losses'),
    }
  })
}
