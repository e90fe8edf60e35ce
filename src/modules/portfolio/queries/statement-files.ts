import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import { formatUtcMinute } from '#lib/dates.ts'
import { type Cents, formatAmount, formatUsd } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import type { Settings } from '#modules/settings/model.ts'
import { renderPdfReport } from '#platform/pdf/pdf-report.ts'
import type { PdfReport, PdfReportRow } from '#platform/pdf/pdf-row.ts'
import {
  type DescribedLine,
  formatMonth,
  HEADING_NAMES,
  HEADINGS,
  SUB_ACCOUNT_LABELS,
  type SubAccountBalances,
  sumSubAccounts,
} from '../model.ts'
import type { Statement } from './statement.ts'

const formatPlainAmount = (cents: Cents) => formatAmount(cents, 'USD')
const formatJournalNumbers = (seqs: readonly bigint[]) => seqs.map((seq) => `L-${seq}`)
const SUB_ACCOUNTS = ['cash', 'principal', 'profit', 'held'] as const
const formatSubAccountCells = (balances: SubAccountBalances) =>
  SUB_ACCOUNTS.map((subAccount) => formatPlainAmount(balances[subAccount]))

/**
 * Renders a statement as CSV: opening and closing balance as rows, balances after each line,
 * amounts in US dollars.
 */
export function renderStatementCsv({ from, to, opening, lines, closing }: Statement): string {
  const heads = ['Date', 'What', 'Details', 'Reference', 'Ledger', 'Amount USD', 'Balance USD']
  const buildEdgeCells = (day: string, what: string, balances: SubAccountBalances) => [
    day,
    what,
    '',
    '',
    '',
    '',
    formatPlainAmount(sumSubAccounts(balances)),
    ...formatSubAccountCells(balances),
  ]

  return (
    BYTE_ORDER_MARK +
    formatCsv([
      [...heads, ...SUB_ACCOUNTS.map((subAccount) => `${SUB_ACCOUNT_LABELS[subAccount]} USD`)],
      buildEdgeCells(from, 'Opening balance', opening),
      ...lines.map((line) => [
        line.day,
        line.what,
        line.details.join('; '),
        line.reference,
        formatJournalNumbers(line.seqs).join(' '),
        formatPlainAmount(line.change),
        formatPlainAmount(line.balance),
        ...formatSubAccountCells(line.subAccounts),
      ]),
      buildEdgeCells(to, 'Closing balance', closing),
    ])
  )
}

/** The disclaimer on every page of a statement. */
const NOT_PROMISED =
  'Returns are not promised: a target is not in any balance, a return is paid only out of ' +
  'income recorded for the plan, and you can lose money.'
const SANDBOX_MARK = 'Sandbox: all money here is simulated'

type StatementPdfOptions = {
  member: Pick<Member, 'id' | 'label'>
  operator: Settings['operator']
  mode: 'sandbox' | 'live'
  now: Date
}

/**
 * Renders a statement as PDF: operator, member, period, every line, and the block it was made from.
 */
export const renderStatementPdf = (
  statement: Statement,
  made: StatementPdfOptions,
): Promise<Uint8Array<ArrayBuffer>> => renderPdfReport(buildPdfReport(statement, made))

function buildPdfReport(
  statement: Statement,
  { member, operator, mode, now }: StatementPdfOptions,
): PdfReport {
  const { from, to, head } = statement
  const chainText = head
    ? `Block ${head.block}, up to entry L-${head.seq}, hash ${head.hash}`
    : 'The hash chain has no block yet'

  return {
    title: 'Statement of account',
    author: operator.legalName,
    madeAt: now,
    mark: mode === 'sandbox' ? SANDBOX_MARK : null,
    sender: [operator.legalName, operator.address, operator.registration, operator.email].filter(
      Boolean,
    ),
    facts: [
      { label: 'Member', value: member.label },
      { label: 'Member number', value: member.id },
      { label: 'Period', value: `${from} to ${to}, both days included` },
      { label: 'Currency', value: 'US dollars (USD)' },
      { label: 'Made', value: formatUtcMinute(now) },
    ],
    summary: buildSummary(statement),
    columns: [
      { head: 'Date', width: 54 },
      { head: 'What', width: 243 },
      { head: 'Ledger', width: 46 },
      { head: 'Amount, USD', width: 58, end: true },
      { head: 'Balance, USD', width: 58, end: true },
    ],
    rows: buildReportRows(statement),
    notes: [
      'The balance is all that was owed to the member after each line; an amount of 0.00 ' +
        'moved within it. ‘On hold’ is set aside for withdrawals that are not paid yet.',
      `Made from the hash chain of the ledger. ${chainText}. The same period can be asked for ` +
        'at any time; an entry that is booked later for a day in it would be in a later ' +
        'statement.',
      NOT_PROMISED,
    ],
    foot:
      `${operator.legalName} · ${member.id} · ${from} to ${to} · ` +
      `${head ? `chained up to L-${head.seq}, ${head.hash}` : 'not chained yet'}. Returns are ` +
      'not promised.',
  }
}

const formatSignedAmount = (cents: Cents) =>
  cents > 0n ? `+${formatUsd(cents)}` : formatUsd(cents)

function buildSummary({ opening, sums, closing }: Statement): PdfReport['summary'] {
  return [
    { label: 'Opening balance', value: formatUsd(sumSubAccounts(opening)), total: true },
    ...HEADINGS.map((heading) => ({
      label: HEADING_NAMES[heading],
      value: formatSignedAmount(sums[heading]),
    })),
    { label: 'Closing balance', value: formatUsd(sumSubAccounts(closing)), total: true },
    ...SUB_ACCOUNTS.map((subAccount) => ({
      label: `of it: ${SUB_ACCOUNT_LABELS[subAccount]}`,
      value: formatUsd(closing[subAccount]),
    })),
  ]
}

const formatBareAmount = (cents: Cents) => formatUsd(cents).replace('$', '')

function buildReportRows({ from, to, opening, lines, closing }: Statement): PdfReportRow[] {
  const buildEdgeCells = (day: string, what: string, balances: SubAccountBalances) => [
    day,
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
    line.day,
    [line.what, ...line.details, line.reference],
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
