import { BYTE_ORDER_MARK, formatCsv } from '#lib/csv.ts'
import { type Cents, formatAmount } from '#lib/money.ts'
import { SUB_ACCOUNT_LABELS, type SubAccountBalances, sumSubAccounts } from '../model.ts'
import type { Statement } from './statement.ts'

const formatPlainAmount = (cents: Cents) => formatAmount(cents, 'USD')
const formatJournalNumbers = (seqs: readonly bigint[]) => seqs.map((seq) => `L-${seq}`)
export const SUB_ACCOUNTS = ['cash', 'principal', 'profit', 'held'] as const

const formatSubAccountCells = (balances: SubAccountBalances) =>
  SUB_ACCOUNTS.map((subAccount) => formatPlainAmount(balances[subAccount]))

/**
 * Renders a statement as CSV: opening and closing balance as rows, balances after each line,
 * amounts in US dollars.
 */
export function renderStatementCsv({ from, to, opening, lines, closing }: Statement): string {
  const heads = [
    'Date',
    'Description',
    'Details',
    'Reference',
    'Ledger entries',
    'Amount USD',
    'Balance USD',
  ]
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
