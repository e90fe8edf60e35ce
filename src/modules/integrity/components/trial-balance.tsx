import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CURRENCIES } from '#lib/money.ts'
import { Button } from '#ui/actions/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { integrityCalls, type TrialLine } from './calls.tsx'
import { createSideColumns, getAccountTypeLabel, renderSideTotals } from './ledger-labels.tsx'

const columns: readonly Column<TrialLine>[] = [
  { id: 'class', header: 'Accounts', text: (row) => getAccountTypeLabel(row.class), sort: false },
  ...createSideColumns<TrialLine>((row) => row.balance),
]

/**
 * Displays the balances by account type at the end of any day. Debits equal credits in each
 * currency.
 */
export function TrialBalance() {
  const [day, setDay] = useState('')
  const { data, isError, refetch } = useQuery(
    integrityCalls.trialBalance.queryOptions({ input: day ? { at: day } : {} }),
  )
  const shown = CURRENCIES.filter(
    (currency) => !data || data.data.some((line) => line.currency === currency),
  )

  return (
    <Stack>
      <Panel title="Date">
        <TextField
          label="Day, UTC"
          name="at"
          type="date"
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          hint="Leave empty for current balances, including rows that aren’t chained yet."
          action={
            day ? (
              <Button size="sm" onClick={() => setDay('')}>
                Now
              </Button>
            ) : undefined
          }
        />
      </Panel>
      {(data ? shown : ['USD' as const]).map((currency) => {
        const lines = data?.data.filter((line) => line.currency === currency)
        const sides = lines?.map(({ balance }) => balance) ?? []

        return (
          <Panel key={currency} title={currency} flush>
            <DataTable
              caption={`Trial balance in ${currency}`}
              columns={columns}
              rows={lines}
              rowKey={(row) => row.class}
              failed={isError && !data}
              onRetry={() => void refetch()}
              exportName={`trial-balance-${currency}-${day || 'now'}.csv`}
              totals={{ class: 'Total', ...renderSideTotals(sides) }}
              dense
              plain
            />
          </Panel>
        )
      })}
    </Stack>
  )
}
