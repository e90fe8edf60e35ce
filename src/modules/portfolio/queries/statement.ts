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
  type DescribedLine,
  MAX_ENTRIES,
  type MonthSums,
  type Period,
  type SubAccountBalances,
  type Sums,
  sumByHeading,
  sumSubAccounts,
} from '../model.ts'
import { describeLines } from './statement-labels.ts'

export type Statement = Period & {
  opening: SubAccountBalances
  lines: DescribedLine[]
  sums: Sums
  closing: SubAccountBalances
  /** The last block of the hash chain that it was made from; null before the first. */
  head: JournalBlock | null
}

/**
 * Returns a member's statement of a period from the current hash chain. Throws unless opening
 * balance and changes add up to the closing balance in every sub-account; throws
 * `statement_too_long` (422).
 */
export const getStatement = (db: Db, memberId: string, period: Period): Promise<Statement> =>
  runInSnapshot(db, async (reader) => {
    const { from, to } = period
    // A row between two sub-accounts of the member is listed twice.
    const limit = 2 * MAX_ENTRIES + 1
    const legs = await listOwnerStatementLines(reader, memberId, { first: from, last: to, limit })
    if (new Set(legs.map(({ journal_id }) => journal_id)).size > MAX_ENTRIES)
      throw createTooLongError()

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

/**
 * Returns what was owed to a member at the end of a day, by sub-account, and the block it was read
 * from.
 */
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

/** Returns the changes of a member's total in a year, by month. Throws unless they add up. */
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
