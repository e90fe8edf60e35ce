import { formatDay, formatMonth } from '#lib/dates.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import type { PdfReportRow } from '#platform/pdf/pdf-row.ts'
import { type DescribedLine, type SubAccountBalances, sumSubAccounts } from '../model.ts'
import type { Statement } from './statement.ts'

/** Formats cents with a sign, also a plus. */
export const formatSignedAmount = (cents: Cents) =>
  cents > 0n ? `+${formatUsd(cents)}` : formatUsd(cents)

const formatBareAmount = (cents: Cents) => formatUsd(cents).replace('$', '')

/** Builds the rows of the report, grouped by month. */
export function buildReportRows({ from, to, opening, lines, closing }: Statement): PdfReportRow[] {
  const buildEdgeCells = (day: string, what: string, balances: SubAccountBalances) => [
    formatDay(day),
    what,
    '',
    '',
    formatBareAmount(sumSubAccounts(balances)),
  ]

  const months = Map.groupBy(lines, ({ day }) => day.slice(0, 7))

  return [
    { cells: buildEdgeCells(from, 'Opening balance', opening), strong: true },
    ...[...months].flatMap(([month, those]): PdfReportRow[] => [
      { group: formatMonth(month) },
      ...those.map(buildReportRow),
    ]),
    { cells: buildEdgeCells(to, 'Closing balance', closing), total: true },
  ]
}

const buildReportRow = (line: DescribedLine): PdfReportRow => ({
  cells: [
    formatDay(line.day),
    [line.what, ...line.details, `Reference ${line.reference}`],
    formatShortJournalNumbers(line.seqs),
    line.change > 0n ? `+${formatBareAmount(line.change)}` : formatBareAmount(line.change),
    formatBareAmount(line.balance),
  ],
})

/** Formats one journal number, or the first of several and how many follow. */
const formatShortJournalNumbers = ([first, ...more]: readonly bigint[]): string[] => [
  `L-${first}`,
  ...(more.length > 0 ? [`and ${more.length} more`] : []),
]
