import { formatDay, formatUtcMinute } from '#lib/dates.ts'
import { formatUsd } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import type { ReportFrame } from '#modules/settings/queries.ts'
import type { LogHead } from '#modules/transparency/model.ts'
import { renderPdfReport } from '#platform/pdf/pdf-report.ts'
import type { PdfReport } from '#platform/pdf/pdf-row.ts'
import {
  HEADING_MEANINGS,
  HEADING_NAMES,
  HEADINGS,
  SUB_ACCOUNT_LABELS,
  SUB_ACCOUNT_MEANINGS,
  sumSubAccounts,
} from '../model.ts'
import type { Statement } from './statement.ts'
import { SUB_ACCOUNTS } from './statement-csv.ts'
import { buildReportRows, formatSignedAmount } from './statement-rows.ts'

/** The disclaimer on every page of a statement. */
const RISK_NOTE =
  'Returns are not guaranteed. A target return is not part of your balance. Returns are paid ' +
  'only from income recorded for the plan, and you can lose money.'

type StatementPdfOptions = {
  member: Pick<Member, 'id' | 'label'>
  frame: ReportFrame
  /** The head of the public log, which the member compares with the log later. */
  logHead: LogHead | null
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
  { member, frame, logHead, now }: StatementPdfOptions,
): PdfReport {
  const { from, to, head } = statement
  const chainText = head
    ? `Based on ledger entries up to L-${head.seq} (block ${head.block}, hash ${head.hash})`
    : 'Based on ledger entries that are not in the hash chain yet'

  return {
    title: 'Statement of account',
    ...frame,
    madeAt: now,
    facts: [
      { label: 'Member', value: member.label },
      { label: 'Member number', value: member.id },
      { label: 'Period', value: `${formatDay(from)} to ${formatDay(to)}, inclusive` },
      { label: 'Currency', value: 'US dollars (USD)' },
      {
        label: 'Generated',
        value: formatUtcMinute(now),
      },
    ],
    summary: buildSummary(statement),
    columns: [
      { head: 'Date', width: 54 },
      { head: 'Description', width: 243 },
      { head: 'Ledger', width: 46 },
      { head: 'Amount, USD', width: 58, end: true },
      { head: 'Balance, USD', width: 58, end: true },
    ],
    rows: buildReportRows(statement),
    terms: TERMS,
    notes: [
      `${chainText}. You can generate a statement for this period again at any time. It then ` +
        'includes entries posted later with a date in the period.',
      ...(logHead ? [formatLogHead(logHead)] : []),
      RISK_NOTE,
    ],
    foot:
      `${frame.author} · ${member.id} · ${formatDay(from)} to ${formatDay(to)} · ` +
      `${head ? `ledger up to L-${head.seq}, ${head.hash}` : 'not in the hash chain yet'}. ` +
      'Returns are not guaranteed.',
  }
}

const formatLogHead = ({ origin, size, root, signedAt, vkey }: LogHead) =>
  `Checkpoint of the public log ${origin}: ${size} entries, root ${root}, signed ` +
  `${formatUtcMinute(signedAt)}. The log’s key: ${vkey}. Store this statement: the log must ` +
  'begin with these entries at any later time, and proofs must be signed by this key.'

/** The terms of the summary and of the table. */
const TERMS: PdfReport['terms'] = [
  {
    term: 'Balance',
    meaning:
      'Your portfolio value after an entry: cash, invested principal, profit and pending ' +
      'withdrawals together. An amount of 0.00 is a transfer between them.',
  },
  ...SUB_ACCOUNTS.map((subAccount) => ({
    term: SUB_ACCOUNT_LABELS[subAccount],
    meaning: SUB_ACCOUNT_MEANINGS[subAccount],
  })),
  ...HEADINGS.map((heading) => ({
    term: HEADING_NAMES[heading],
    meaning: HEADING_MEANINGS[heading],
  })),
  {
    term: 'Ledger',
    meaning:
      'The number of the entry in our ledger, such as L-1042. Entries are linked by a hash: a ' +
      'checksum that changes if an earlier entry is altered.',
  },
]

function buildSummary({ opening, sums, closing }: Statement): PdfReport['summary'] {
  return [
    { label: 'Opening balance', value: formatUsd(sumSubAccounts(opening)), total: true },
    ...HEADINGS.map((heading) => ({
      label: HEADING_NAMES[heading],
      value: formatSignedAmount(sums[heading]),
    })),
    { label: 'Closing balance', value: formatUsd(sumSubAccounts(closing)), total: true },
    ...SUB_ACCOUNTS.map((subAccount) => ({
      label: `Of which ${SUB_ACCOUNT_LABELS[subAccount].toLowerCase()}`,
      value: formatUsd(closing[subAccount]),
    })),
  ]
}
