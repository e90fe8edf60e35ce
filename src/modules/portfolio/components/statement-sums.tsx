import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isDay } from '#lib/dates.ts'
import { getErrorMessage } from '#platform/client/call-error.ts'
import { Money } from '#ui/figures/money.tsx'
import { formatCalendarDay } from '#ui/figures/when.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { HEADING_NAMES, HEADINGS, SUB_ACCOUNT_LABELS } from '../model.ts'
import { type OwnStatement, portfolioCalls } from './calls.tsx'
import styles from './statement.module.css'

const SUB_ACCOUNTS = ['cash', 'principal', 'profit', 'held'] as const

/** Shows the sums between opening and closing balance, losses included. */
export function StatementSums({
  statement: { opening, sums, closing },
}: {
  statement: OwnStatement
}) {
  return (
    <Panel title="Summary">
      <KeyValues
        rows={[
          { label: 'Opening balance', value: <Money amount={opening.total} /> },
          ...HEADINGS.map((heading) => ({
            label: HEADING_NAMES[heading],
            value: <Money amount={sums[heading]} sign="always" coloured />,
          })),
        ]}
        total={{ label: 'Closing balance', value: <Money amount={closing.total} /> }}
      />
    </Panel>
  )
}

/** Shows the closing balance by sub-account. */
export function ClosingSubAccounts({ statement: { closing, to } }: { statement: OwnStatement }) {
  return (
    <Panel title={`Breakdown on ${formatCalendarDay(to)}`}>
      <SubAccountList subAccounts={closing} />
    </Panel>
  )
}

const SubAccountList = ({ subAccounts }: { subAccounts: OwnStatement['closing'] }) => (
  <KeyValues
    rows={SUB_ACCOUNTS.map((subAccount) => ({
      label: SUB_ACCOUNT_LABELS[subAccount],
      value: <Money amount={subAccounts[subAccount]} />,
    }))}
    total={{ label: 'Portfolio value', value: <Money amount={subAccounts.total} /> }}
  />
)

/** Shows the portfolio value at the end of a chosen day, by account. */
export function BalanceOnDay({ today, joined }: { today: string; joined: string }) {
  const [on, setOn] = useState(today)
  const { data, error } = useQuery(portfolioCalls.balance.queryOptions({ input: { on } }))

  return (
    <Panel title="Portfolio value on a date">
      <div className={styles.on}>
        <TextField
          label="End of day on"
          name="on"
          type="date"
          min={joined}
          max={today}
          defaultValue={today}
          error={error ? getErrorMessage(error) : undefined}
          onChange={({ currentTarget: { value } }) => isDay(value) && setOn(value)}
        />
      </div>
      <div aria-live="polite">
        {data ? <SubAccountList subAccounts={data.data} /> : !error && <SkeletonLines />}
      </div>
    </Panel>
  )
}
