import { addDays, type Day } from '#lib/dates.ts'
import type { Cents } from '#lib/money.ts'
import type { TransferType } from '#modules/ledger/model.ts'
import {
  type JournalBlock,
  type OwnerDay,
  selectJournalHead,
  selectOwnerDays,
} from '#modules/ledger/queries.ts'
import type { Reader } from '#platform/db/db.ts'
import { readBatch } from '#platform/db/read-batch.ts'
import {
  type CashFlow,
  computePerformance,
  HEADING_BY_TYPE,
  type Performance,
  type Sums,
  sumByHeading,
} from '../model.ts'

/**
 * The balance at the end of a business date, and what the member had paid in less what was paid
 * out, in cents.
 */
export type Point = { day: Day; owed: Cents; paidIn: Cents }

/** The returns paid and losses (zero or below) of a month. */
export type MonthIncome = { month: string; returns: Cents; losses: Cents }

export type Course = {
  /** The changes of the portfolio value, with signs; their sum adds up to the value to the cent. */
  sum: { terms: Sums; value: Cents }
  performance: Performance | null
  points: Point[]
  /** The last twelve, oldest first, those without anything too. */
  months: MonthIncome[]
  head: JournalBlock | null
}

const MONTHS = 12
const EVERY_DAY_FOR = 366

/**
 * Returns a member's value over time, by business date. Rows that are not chained yet are included,
 * as they are in the balance: nothing reads it again once they are.
 */
export async function getCourse(reader: Reader, memberId: string, today: Day): Promise<Course> {
  const { days, head } = await readBatch(reader, {
    days: selectOwnerDays(memberId),
    head: selectJournalHead(reader),
  })
  const pastDays = days.filter((row) => row.day <= today)

  return {
    sum: sumTerms(days),
    performance: computePerformance(listCashFlows(days), sumChanges(days), today),
    points: reducePoints(buildPoints(pastDays), today),
    months: computeMonthlyIncome(pastDays, today),
    head: head[0] ?? null,
  }
}

const sumChanges = (rows: readonly OwnerDay[]) => rows.reduce((sum, { change }) => sum + change, 0n)

/** Sums what changed the portfolio value, by heading. Movements within it cancel out. */
function sumTerms(rows: readonly OwnerDay[]): Course['sum'] {
  const changes = [...Map.groupBy(rows, ({ transferType }) => transferType)].map(
    ([transferType, some]) => ({ transferType, change: sumChanges(some) }),
  )

  return { terms: sumByHeading(changes), value: sumChanges(rows) }
}

const isDepositOrWithdrawal = (kind: TransferType) =>
  HEADING_BY_TYPE[kind] === 'deposits' || HEADING_BY_TYPE[kind] === 'withdrawals'

/** Lists what was paid in (above zero) and paid out on each day, oldest first. */
const listCashFlows = (rows: readonly OwnerDay[]): CashFlow[] =>
  [
    ...Map.groupBy(
      rows.filter(({ transferType }) => isDepositOrWithdrawal(transferType)),
      ({ day }) => day,
    ),
  ]
    .map(([day, some]) => ({ day, amount: sumChanges(some) }))
    .sort((one, other) => (one.day < other.day ? -1 : 1))

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
