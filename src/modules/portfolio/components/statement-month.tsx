import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { formatMonth } from '#lib/dates.ts'
import { joinClasses } from '#ui/classes.ts'
import { JournalNumber } from '#ui/figures/journal-number.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import type { OwnStatementLine } from './calls.tsx'
import styles from './statement.module.css'
import { buildSubjectLink } from './subject.tsx'

/** Displays the lines of one month of a statement. */
export function StatementMonth({
  month,
  lines,
}: {
  month: string
  lines: readonly OwnStatementLine[]
}) {
  return (
    <tbody>
      <tr className={styles.month}>
        <th scope="rowgroup" colSpan={5}>
          {formatMonth(month)}
        </th>
      </tr>
      {lines.map((line) => (
        <StatementLine key={line.journalNumbers.join()} line={line} />
      ))}
    </tbody>
  )
}

function StatementLine({ line }: { line: OwnStatementLine }) {
  const { day, what, details, journalNumbers, reference, change, subAccounts } = line
  const within = Number(change) === 0
  const { hash } = useLocation()
  const linked = journalNumbers.some((number) => hash === `#L-${number}`)
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (linked) row.current?.scrollIntoView({ block: 'center' })
  }, [linked])

  return (
    <tr ref={row} className={linked ? styles.linked : undefined} aria-current={linked || undefined}>
      <td className={styles.day}>
        <CalendarDay day={day} />
      </td>
      <th scope="row" className={styles.what}>
        {what}
        {details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        <p className={styles.sub}>
          <CalendarDay day={day} /> ·{' '}
          <JournalNumbers journalNumbers={journalNumbers} reference={reference} day={day} />
        </p>
      </th>
      <td className={styles.ledger}>
        <JournalNumbers journalNumbers={journalNumbers} reference={reference} day={day} />
      </td>
      <td className={joinClasses(styles.figure, styles.change)}>
        {within ? (
          <span className="muted">0.00</span>
        ) : (
          <Figure amount={change} sign="always" coloured />
        )}
      </td>
      <td className={joinClasses(styles.figure, styles.after)}>
        <Figure amount={subAccounts.total} />
      </td>
    </tr>
  )
}

type JournalNumbersProps = { journalNumbers: string[]; reference: string; day: string }

function JournalNumbers({ journalNumbers: [first, ...more], reference, day }: JournalNumbersProps) {
  return (
    <>
      {first && (
        <JournalNumber
          number={`L-${first}`}
          to={buildSubjectLink(reference, { number: first, day })}
        />
      )}
      {more.length > 0 && <span className="muted"> +{more.length}</span>}
    </>
  )
}
