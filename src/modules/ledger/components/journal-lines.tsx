import { Fragment } from 'react'
import { capitalise } from '#lib/capitalise.ts'
import type { Currency } from '#lib/money.ts'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { Figure } from '#ui/figures/money.tsx'
import styles from './journal-lines.module.css'

/** A row of the journal as the API returns it: amounts are exact texts. */
type JournalRow = {
  /** The journal number; null until the row is posted and chained. */
  seq: string | null
  debit: string
  credit: string
  currency: Currency
  amount: string
}

const SUB_ACCOUNT_LABELS: Record<string, string> = {
  cash: 'cash',
  principal: 'invested',
  profit: 'profit',
  hold_cash: 'cash reserved for a withdrawal',
  hold_profit: 'profit reserved for a withdrawal',
}

/** Returns the names for the accounts of one member. */
export const toAccountNames = (memberId: string, name: string) => ({ [memberId]: name })

/** Returns the label of an account; `names` maps member ids to names. */
function describeAccount(code: string, names: Readonly<Record<string, string>> = {}): string {
  const [kind = '', owner = '', part = ''] = code.split(':')
  if (kind === 'member')
    return `Owed to ${names[owner] ?? owner}, ${SUB_ACCOUNT_LABELS[part] ?? part}`
  if (kind === 'custody') return `Custody, ${part === 'USD' ? 'bank' : part}`
  if (kind === 'exchange') return `Exchange, ${owner}`
  if (kind === 'plan') return `Plan, ${part}`
  return capitalise(kind)
}

type Line = {
  key: string
  account: string
  side: 'debit' | 'credit'
  amount: string
  currency: Currency
}

const buildLines = (rows: readonly JournalRow[], names: Readonly<Record<string, string>>): Line[] =>
  rows.flatMap((row, index) =>
    (['debit', 'credit'] as const).map((side) => ({
      key: `${index} ${side}`,
      account: describeAccount(row[side], names),
      side,
      amount: row.amount,
      currency: row.currency,
    })),
  )

type Props = {
  caption: string
  rows: readonly JournalRow[]
  names?: Readonly<Record<string, string>> | undefined
}

/**
 * Displays journal rows as account, debit and credit. Each debit has its credit, so the table
 * balances.
 */
export function JournalLines({ caption, rows, names = {} }: Props) {
  const numbers = rows.flatMap(({ seq }) => seq ?? [])
  return (
    <div className={styles.frame}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {buildLines(rows, names).map(({ key, account, side, amount, currency }) => (
            <tr key={key} className={side === 'credit' ? styles.end : undefined}>
              <th scope="row">{account}</th>
              {(['debit', 'credit'] as const).map((column) => (
                <td key={column}>
                  {column === side && (
                    <>
                      <Figure amount={amount} />
                      {currency !== 'USD' && <span className={styles.unit}>{currency}</span>}
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {numbers.length > 0 ? (
          <>
            Posted and chained as{' '}
            {numbers.map((seq, index) => (
              <Fragment key={seq}>
                {index > 0 && ', '}
                <JournalNumber
                  number={`L-${seq}`}
                  to={`/admin-dashboard/ledger?view=journal&number=${seq}`}
                />
              </Fragment>
            ))}
          </>
        ) : rows.length === 1 ? (
          '1 row'
        ) : (
          `${rows.length} linked rows, posted together or not at all`
        )}
      </p>
    </div>
  )
}
