import { BYTE_ORDER_MARK, csvText } from '#lib/csv.ts'
import { minuteInWords } from '#lib/dates.ts'
import { amountText, type Cents, formatUsd } from '#lib/money.ts'
import type { Member } from '#modules/identity/model.ts'
import type { Settings } from '#modules/settings/model.ts'
import { type Paper, type PaperRow, printPaper } from '#platform/paper.ts'
import {
  HEADING_NAMES,
  HEADINGS,
  monthText,
  owedOf,
  PURSE_NAMES,
  type Purses,
  type WordedLine,
} from '../model.ts'
import type { Statement } from './statement.ts'

const plain = (cents: Cents) => amountText(cents, 'USD')
const folioOf = (seqs: readonly bigint[]) => seqs.map((seq) => `L-${seq}`)
const PURSES = ['cash', 'principal', 'profit', 'held'] as const
const purseCells = (purses: Purses) => PURSES.map((purse) => plain(purses[purse]))

/**
 * The same lines for a spreadsheet: a row each for opening and closing, every balance after its
 * line, amounts in US dollars.
 */
export function statementCsv({ from, to, opening, lines, closing }: Statement): string {
  const heads = ['Date', 'What', 'Details', 'Reference', 'Ledger', 'Amount USD', 'Balance USD']
  const edge = (day: string, what: string, purses: Purses) => [
    ...[day, what, '', '', '', '', plain(owedOf(purses))],
    ...purseCells(purses),
  ]

  return (
    BYTE_ORDER_MARK +
    csvText([
      [...heads, ...PURSES.map((purse) => `${PURSE_NAMES[purse]} USD`)],
      edge(from, 'Opening balance', opening),
      ...lines.map((line) => [
        ...[
          line.day,
          line.what,
          line.details.join('; '),
          line.reference,
          folioOf(line.seqs).join(' '),
        ],
        ...[plain(line.change), plain(line.balance), ...purseCells(line.purses)],
      ]),
      edge(to, 'Closing balance', closing),
    ])
  )
}

/** What a statement says on every page, and what no figure on it is. */
const NOT_PROMISED =
  'Returns are not promised: a target is not in any balance, a return is paid only out of ' +
  'income recorded for the plan, and you can lose money.'
const SANDBOX_MARK = 'Sandbox: all money here is simulated'

type Made = {
  member: Pick<Member, 'id' | 'label'>
  operator: Settings['operator']
  mode: 'sandbox' | 'live'
  now: Date
}

/**
 * The statement on paper, as the operator would send it: who, of whom, when, every line, and the
 * seal it was made from.
 */
export const statementPdf = (statement: Statement, made: Made): Promise<Uint8Array<ArrayBuffer>> =>
  printPaper(paperOf(statement, made))

function paperOf(statement: Statement, { member, operator, mode, now }: Made): Paper {
  const { from, to, head } = statement
  const sealed = head
    ? `Block ${head.block}, up to entry L-${head.seq}, hash ${head.hash}`
    : 'Nothing is sealed yet'

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
      { label: 'Made', value: minuteInWords(now) },
    ],
    summary: summaryOf(statement),
    columns: [
      { head: 'Date', width: 54 },
      { head: 'What', width: 243 },
      { head: 'Ledger', width: 46 },
      { head: 'Amount, USD', width: 58, end: true },
      { head: 'Balance, USD', width: 58, end: true },
    ],
    rows: rowsOf(statement),
    notes: [
      'The balance is all that was owed to the member after each line; an amount of 0.00 ' +
        'moved within it. ‘On hold’ is set aside for withdrawals that are not paid yet.',
      `Made from the sealed books. ${sealed}. The same period can be asked for at any time; ` +
        'an entry that is booked later for a day in it would be in a later statement.',
      NOT_PROMISED,
    ],
    foot: `${operator.legalName} · ${member.id} · ${from} to ${to} ·
      ${head ? `sealed up to L-${head.seq}, ${head.hash}` : 'not sealed yet'}. Returns are not
      promised.`,
  }
}

const signed = (cents: Cents) => (cents > 0n ? `+${formatUsd(cents)}` : formatUsd(cents))

function summaryOf({ opening, sums, closing }: Statement): Paper['summary'] {
  return [
    { label: 'Opening balance', value: formatUsd(owedOf(opening)), total: true },
    ...HEADINGS.map((heading) => ({ label: HEADING_NAMES[heading], value: signed(sums[heading]) })),
    { label: 'Closing balance', value: formatUsd(owedOf(closing)), total: true },
    ...PURSES.map((purse) => ({
      label: `of it: ${PURSE_NAMES[purse]}`,
      value: formatUsd(closing[purse]),
    })),
  ]
}

const bare = (cents: Cents) => formatUsd(cents).replace('$', '')

function rowsOf({ from, to, opening, lines, closing }: Statement): PaperRow[] {
  const edge = (day: string, what: string, purses: Purses) => [
    day,
    what,
    '',
    '',
    bare(owedOf(purses)),
  ]

  const months = Map.groupBy(lines, ({ day }) => day.slice(0, 7))

  return [
    { cells: edge(from, 'Opening balance', opening), strong: true },
    ...[...months].flatMap(([month, those]): PaperRow[] => [
      { group: monthText(month) },
      ...those.map(rowOf),
    ]),
    { cells: edge(to, 'Closing balance', closing), total: true },
  ]
}

const rowOf = (line: WordedLine): PaperRow => ({
  cells: [
    line.day,
    [line.what, ...line.details, line.reference],
    shortFolio(line.seqs),
    line.change > 0n ? `+${bare(line.change)}` : bare(line.change),
    bare(line.balance),
  ],
})

/** One number, or the first of several with how many follow. */
const shortFolio = ([first, ...more]: readonly bigint[]): string[] => [
  `L-${first}`,
  ...(more.length > 0 ? [`and ${more.length} more`] : []),
]
