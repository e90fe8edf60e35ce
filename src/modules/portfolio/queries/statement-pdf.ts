import { formatUtcMinute } from '#lib/dates.ts'
import { formatUsd } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import type { Settings } from '#modules/settings/model.ts'
import { renderPdfReport } from '#platform/pdf/pdf-report.ts'
import type { PdfReport } from '#platform/pdf/pdf-row.ts'
import { HEADING_NAMES, HEADINGS, SUB_ACCOUNT_LABELS, sumSubAccounts } from '../model.ts'
import type { Statement } from './statement.ts'
import { SUB_ACCOUNTS } from './statement-csv.ts'
import { buildReportRows, formatSignedAmount } from './statement-rows.ts'

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
