import { Figure } from '#ui/figures/money.tsx'
import type { Column } from '#ui/table/column.ts'

const LABELS: Record<string, string> = {
  custody: 'Custody',
  plan_assets: 'Plan assets (placed)',
  member_cash: 'Owed to members: cash',
  member_principal: 'Owed to members: invested',
  member_profit: 'Owed to members: profit',
  member_hold_cash: 'Owed to members: cash reserved for withdrawals',
  member_hold_profit: 'Owed to members: profit reserved for withdrawals',
  suspense: 'Suspense (unmatched payments)',
  plan_income: 'Plan income, undistributed',
  fees: 'Fees earned',
  exchange: 'Exchange (crypto and dollars)',
  promotion: 'Promotion account',
  equity: 'Operator’s capital',
}
export const ACCOUNT_TYPE_OPTIONS = Object.entries(LABELS).map(([value, label]) => ({
  value,
  label,
}))

export const getAccountTypeLabel = (name: string): string => LABELS[name] ?? name

export const buildAccountLink = (code: string) =>
  `/admin-dashboard/ledger/account/${encodeURIComponent(code)}`

/** Return an amount without its sign for the debit or the credit column; credits are positive. */
const pickDebit = (balance: string) => (balance.startsWith('-') ? balance.slice(1) : '')
const pickCredit = (balance: string) => (/^-|^0(\.0+)?$/.test(balance) ? '' : balance)

export const Side = ({ amount }: { amount: string }) =>
  amount === '' ? null : <Figure amount={amount} />

/** Adds up exact amounts of one currency. */
function sumAmounts(amounts: readonly string[]): string {
  const scale = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const units = amounts.reduce((sum, amount) => {
    const [whole = '', decimals = ''] = amount.split('.')
    return amount === '' ? sum : sum + BigInt(`${whole}${decimals.padEnd(scale, '0')}`)
  }, 0n)
  const text = String(units).padStart(scale + 1, '0')

  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
}

const createSideColumn = <Row,>(
  header: 'Debit' | 'Credit',
  amount: (row: Row) => string,
): Column<Row> => ({
  id: header.toLowerCase(),
  header,
  text: amount,
  cell: (row) => <Side amount={amount(row)} />,
  sort: false,
  align: 'end',
})

/** Creates a debit and a credit column for an amount. */
export const createSideColumns = <Row,>(amount: (row: Row) => string): readonly Column<Row>[] => [
  createSideColumn('Debit', (row) => pickDebit(amount(row))),
  createSideColumn('Credit', (row) => pickCredit(amount(row))),
]

/** Renders the totals of the debit and credit columns. */
export const renderSideTotals = (amounts: readonly string[]) => ({
  debit: <Side amount={sumAmounts(amounts.map(pickDebit))} />,
  credit: <Side amount={sumAmounts(amounts.map(pickCredit))} />,
})
