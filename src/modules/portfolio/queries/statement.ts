import { addDays, type Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import {
  findSealHead,
  type MemberBalances,
  memberBalancesOn,
  ownerMonthsOn,
  ownerStatementOn,
  type Seal,
} from '#modules/ledger/queries.ts'
import type { Db, Reader } from '#platform/db.ts'
import { inSnapshot } from '#platform/transaction.ts'
import {
  assertAddsUp,
  linesOf,
  MOST_ENTRIES,
  type MonthSums,
  monthsOf,
  owedOf,
  type Period,
  type Purses,
  type Sums,
  sumsOf,
  tooLong,
  type WordedLine,
} from '../model.ts'
import { wordLines } from './statement-words.ts'

export type Statement = Period & {
  opening: Purses
  lines: WordedLine[]
  sums: Sums
  closing: Purses
  /** The last block of the seal that it was made from; null before the first. */
  head: Seal | null
}

/**
 * Everything that happened to a member's money in a period, in words, from the sealed books as they
 * are at this moment. Opening and changes come to the closing in every purse, or it throws. Throws
 * `statement_too_long` (422).
 */
export const getStatement = (db: Db, memberId: string, period: Period): Promise<Statement> =>
  inSnapshot(db, async (reader) => {
    const { from, to } = period
    const limit = 2 * MOST_ENTRIES + 1 // a row within the member's purses is told of both
    const legs = await ownerStatementOn(reader, memberId, { first: from, last: to, limit })
    if (new Set(legs.map(({ entry }) => entry)).size > MOST_ENTRIES) throw tooLong()

    const opening = await pursesBefore(reader, memberId, from)
    const closing = await pursesOn(reader, memberId, to)
    const lines = linesOf(legs, opening)

    assertAddsUp(opening, lines, closing)

    const worded = await wordLines(reader, memberId, lines, to)

    return {
      from,
      to,
      opening,
      lines: worded,
      sums: sumsOf(lines),
      closing,
      head: await findSealHead(reader),
    }
  })

/** What was owed to a member at the end of a day, by purse, and the seal it was read from. */
export const balanceOnDay = (
  db: Db,
  memberId: string,
  on: Day,
): Promise<{ purses: Purses; head: Seal | null }> =>
  inSnapshot(db, async (reader) => ({
    purses: await pursesOn(reader, memberId, on),
    head: await findSealHead(reader),
  }))

export type YearSummary = Period &
  Sums & { opening: Cents; closing: Cents; months: MonthSums[]; head: Seal | null }

/**
 * What changed a member's total in a year, by month. Opening and sums come to the closing, or it
 * throws.
 */
export const getYear = (db: Db, memberId: string, period: Period): Promise<YearSummary> =>
  inSnapshot(db, async (reader) => {
    const { from, to } = period
    const changes = await ownerMonthsOn(reader, memberId, { first: from, last: to })
    const opening = owedOf(await pursesBefore(reader, memberId, from))
    const closing = owedOf(await pursesOn(reader, memberId, to))
    const months = monthsOf(period, opening, changes)

    invariant(
      months.at(-1)?.closing === closing,
      'a year adds up to what the ledger says at its end',
    )

    return {
      from,
      to,
      opening,
      ...sumsOf(changes),
      closing,
      months,
      head: await findSealHead(reader),
    }
  })

const pursesOf = ({ cash, principal, profit, holdCash, holdProfit }: MemberBalances): Purses => ({
  cash,
  principal,
  profit,
  held: holdCash + holdProfit,
})

const pursesOn = async (reader: Reader, memberId: string, day: Day) =>
  pursesOf(await memberBalancesOn(reader, memberId, day))

const pursesBefore = (reader: Reader, memberId: string, day: Day) =>
  pursesOn(reader, memberId, addDays(day, -1))
