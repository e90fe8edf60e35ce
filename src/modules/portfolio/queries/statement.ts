import { addDays, type Day } from '#lib/dates.ts'
import { invariant } from '#lib/invariant.ts'
import type { Cents } from '#lib/money.ts'
import {
  findJournalHead,
  getEndOfDayMemberBalances,
  type JournalBlock,
  listOwnerMonthlyChanges,
  listOwnerStatementLines,
  type MemberBalances,
} from '#modules/ledger/queries.ts'
import type { Db, Reader } from '#platform/db/db.ts'
import { runInSnapshot } from '#platform/db/transaction.ts'
import {
  assertAddsUp,
  buildStatementLines,
  computeMonthSums,
  createTooLongError,
  MOST_ENTRIES,
  type MonthSums,
  type Period,
  type SubAccountBalances,
  type Sums,
  sumByHeading,
  sumSubAccounts,
  type WordedLine,
} from '../model.ts'
import { describeLines } from './statement-labels.ts'

export type Statement = Period & {
  opening: SubAccountBalances
  lines: WordedLine[]
  sums: Sums
  closing: SubAccountBalances
  /** The last block of the seal that it was made from; null before the first. */
  head: JournalBlock | null
}

/**
 * Everything that happened to a member's money in a period, in words, from the sealed books as they
 * are at this moment. Opening and changes come to the closing in every purse, or it throws. Throws
 * `statement_too_long` (422).
 */
export const getStatement = (db: Db, memberId: string, period: Period): Promise<Statement> =>
  runInSnapshot(db, async (reader) => {
    const { from, to } = period
    const limit = 2 * MOST_ENTRIES + 1 // a row within the member's purses is told of both
    const legs = await listOwnerStatementLines(reader, memberId, { first: from, last: to, limit })
    if (new Set(legs.map(({ entry }) => entry)).size > MOST_ENTRIES) throw createTooLongError()

    const opening = await getOpeningBalances(reader, memberId, from)
    const closing = await getSubAccountBalances(reader, memberId, to)
    const lines = buildStatementLines(legs, opening)

    assertAddsUp(opening, lines, closing)

    const worded = await describeLines(reader, memberId, lines, to)

    return {
      from,
      to,
      opening,
      lines: worded,
      sums: sumByHeading(lines),
      closing,
      head: await findJournalHead(reader),
    }
  })

/** What was owed to a member at the end of a day, by purse, and the seal it was read from. */
export const getBalanceOnDay = (
  db: Db,
  memberId: string,
  on: Day,
): Promise<{ subAccounts: SubAccountBalances; head: JournalBlock | null }> =>
  runInSnapshot(db, async (reader) => ({
    subAccounts: await getSubAccountBalances(reader, memberId, on),
    head: await findJournalHead(reader),
  }))

export type YearSummary = Period &
  Sums & { opening: Cents; closing: Cents; months: MonthSums[]; head: JournalBlock | null }

/**
 * What changed a member's total in a year, by month. Opening and sums come to the closing, or it
 * throws.
 */
export const getYear = (db: Db, memberId: string, period: Period): Promise<YearSummary> =>
  runInSnapshot(db, async (reader) => {
    const { from, to } = period
    const changes = await listOwnerMonthlyChanges(reader, memberId, { first: from, last: to })
    const opening = sumSubAccounts(await getOpeningBalances(reader, memberId, from))
    const closing = sumSubAccounts(await getSubAccountBalances(reader, memberId, to))
    const months = computeMonthSums(period, opening, changes)

    invariant(
      months.at(-1)?.closing === closing,
      'a year adds up to what the ledger says at its end',
    )

    return {
      from,
      to,
      opening,
      ...sumByHeading(changes),
      closing,
      months,
      head: await findJournalHead(reader),
    }
  })

const toSubAccountBalances = ({
  cash,
  principal,
  profit,
  holdCash,
  holdProfit,
}: MemberBalances): SubAccountBalances => ({
  cash,
  principal,
  profit,
  held: holdCash + holdProfit,
})

const getSubAccountBalances = async (reader: Reader, memberId: string, day: Day) =>
  toSubAccountBalances(await getEndOfDayMemberBalances(reader, memberId, day))

const getOpeningBalances = (reader: Reader, memberId: string, day: Day) =>
  getSubAccountBalances(reader, memberId, addDays(day, -1))
