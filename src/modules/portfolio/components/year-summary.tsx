import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMonth } from '#lib/dates.ts'
import { joinClasses } from '#ui/classes.ts'
import { Figure } from '#ui/figures/money.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { HEADING_NAMES, HEADINGS, type Heading } from '../model.ts'
import { type OwnYear, portfolioCalls } from './calls.tsx'
import styles from './statement.module.css'

const MAX_YEARS = 10

/** Shows what changed the total in a year, by month; a kind without entries has no column. */
export function YearSummary({ today, joined }: { today: string; joined: string }) {
  const thisYear = Number(today.slice(0, 4))
  const years = Math.min(thisYear - Number(joined.slice(0, 4)) + 1, MAX_YEARS)
  const [year, setYear] = useState(thisYear)
  const { data, isError, refetch } = useQuery(portfolioCalls.year.queryOptions({ input: { year } }))

  return (
    <Panel
      title="Yearly summary"
      flush
      aside={
        <div className={styles.yearHead}>
          <SelectField
            label="Year"
            name="year"
            value={String(year)}
            options={Array.from({ length: years }, (_, back) => ({
              value: String(thisYear - back),
              label: String(thisYear - back),
            }))}
            onChange={({ currentTarget: { value } }) => setYear(Number(value))}
          />
        </div>
      }
    >
      {data ? (
        <YearTable year={data.data} />
      ) : isError ? (
        <ReadFailed onRetry={refetch} />
      ) : (
        <div className={styles.more}>
          <SkeletonLines />
        </div>
      )}
    </Panel>
  )
}

function YearTable({ year }: { year: OwnYear }) {
  const happened = HEADINGS.filter((heading) => Number(year[heading]) !== 0)
  return (
    <div className={joinClasses(styles.sheet, styles.year)}>
      <table>
        <caption className="visually-hidden">Months of {year.year}, in US dollars</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.monthName}>
              Month
            </th>
            {['Opening', ...happened.map((heading) => HEADING_NAMES[heading]), 'Closing'].map(
              (head) => (
                <th key={head} scope="col" className={styles.figure}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {year.months.map((month) => (
            <Row
              key={month.month}
              label={formatMonth(month.month)}
              sums={month}
              happened={happened}
            />
          ))}
        </tbody>
        <tfoot>
          <Row label={String(year.year)} sums={year} happened={happened} total />
        </tfoot>
      </table>
    </div>
  )
}

type RowProps = {
  label: string
  sums: Record<Heading | 'opening' | 'closing', string>
  happened: readonly Heading[]
  total?: boolean
}

function Row({ label, sums, happened, total = false }: RowProps) {
  return (
    <tr className={total ? styles.edge : undefined}>
      <th scope="row" className={styles.monthName}>
        {label}
      </th>
      <td className={styles.figure} data-label="Opening">
        <Figure amount={sums.opening} />
      </td>
      {happened.map((heading) => (
        <td
          key={heading}
          className={styles.figure}
          data-label={HEADING_NAMES[heading]}
          data-zero={Number(sums[heading]) === 0 || undefined}
        >
          <Figure amount={sums[heading]} sign="always" coloured />
        </td>
      ))}
      <td className={styles.figure} data-label="Closing">
        <Figure amount={sums.closing} />
      </td>
    </tr>
  )
}
