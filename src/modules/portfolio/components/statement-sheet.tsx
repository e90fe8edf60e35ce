import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/classes.ts'
import { HashRosette } from '#ui/figures/hash-rosette.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay, formatCalendarDay } from '#ui/figures/when.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import type { OwnStatement } from './calls.tsx'
import styles from './statement.module.css'
import { StatementMonth } from './statement-month.tsx'

/** The number of lines that a phone renders at once; the rest on request. */
const SHOWN_AT_FIRST = 200

/** Shows a statement: opening balance, the lines of each month, closing balance. */
export function StatementSheet({ statement }: { statement: OwnStatement }) {
  const [all, setAll] = useState(false)
  const { from, to, opening, closing, lines } = statement
  const shown = all ? lines : lines.slice(0, SHOWN_AT_FIRST)
  const hidden = lines.length - shown.length

  return (
    <Panel
      title={`${formatCalendarDay(from)} to ${formatCalendarDay(to)}`}
      aside={<span className="muted">US dollars</span>}
      flush
      foot={<ChainStatus head={statement.head} />}
    >
      <div className={styles.sheet}>
        <table>
          <caption className="visually-hidden">
            Statement from {formatCalendarDay(from)} to {formatCalendarDay(to)}, in US dollars
          </caption>
          <Head />
          <tbody>
            <Edge what="Opening balance" day={from} total={opening.total} />
          </tbody>
          {[...Map.groupBy(shown, ({ day }) => day.slice(0, 7))].map(([month, those]) => (
            <StatementMonth key={month} month={month} lines={those} />
          ))}
          {hidden === 0 && (
            <tfoot>
              <Edge what="Closing balance" day={to} total={closing.total} />
            </tfoot>
          )}
        </table>
        {lines.length === 0 && <EmptyState>No activity in this period.</EmptyState>}
        {hidden > 0 && (
          <div className={styles.more}>
            <Button onClick={() => setAll(true)}>
              Show {hidden.toLocaleString('en-US')} more lines
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col" className={styles.day}>
        Date
      </th>
      <th scope="col" className={styles.what}>
        {' '}
        Description{' '}
      </th>
      <th scope="col" className={styles.ledger}>
        Ledger
      </th>
      <th scope="col" className={joinClasses(styles.figure, styles.change)}>
        Amount
      </th>
      <th scope="col" className={joinClasses(styles.figure, styles.after)}>
        Balance
      </th>
    </tr>
  </thead>
)

function Edge({ what, day, total }: { what: string; day: string; total: string }) {
  return (
    <tr className={styles.edge}>
      <td className={styles.day}>
        <CalendarDay day={day} />
      </td>
      <th scope="row" className={styles.what}>
        {what}
        <p className={styles.sub}>
          <CalendarDay day={day} />
        </p>
      </th>
      <td className={styles.ledger} />
      <td className={joinClasses(styles.figure, styles.change)} />
      <td className={joinClasses(styles.figure, styles.after)}>
        <Figure amount={total} />
      </td>
    </tr>
  )
}

function ChainStatus({ head }: { head: OwnStatement['head'] }) {
  if (!head) return <p>Not in the hash chain yet. New entries are added within a minute.</p>
  return (
    <div className={styles.chained}>
      <HashRosette hash={head.hash} density={0.7} stroke={0.8} />
      <p>
        Based on ledger entries up to L-{head.seq} (block {head.block}). Hash:{' '}
        <span className="mono">{head.hash}</span>
      </p>
    </div>
  )
}
