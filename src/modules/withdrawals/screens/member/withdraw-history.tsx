import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { formatUsd, toCents } from '#lib/money.ts'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { formatDateTime } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useFilters } from '#ui/table/use-filters.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { type OwnWithdrawal, withdrawalCalls } from '../../components/calls.tsx'
import { withdrawalColumns, withdrawalFilters } from '../../components/columns.tsx'
import { HowLong } from '../../components/how-long.tsx'
import { WithdrawalDrawer } from '../../components/withdrawal-drawer.tsx'

const formatRowLabel = (row: OwnWithdrawal) =>
  `Withdrawal of ${formatUsd(toCents(row.amount))}, ${formatDateTime(row.createdAt)}`

export default function WithdrawHistory() {
  const withdrawals = useQuery(withdrawalCalls.mine.queryOptions())
  const { openId, open } = useOpenRow()
  const rows = withdrawals.data?.data
  const { rows: found, bar } = useFilters(withdrawalFilters, rows)
  const table = useUrlTableState()

  return (
    <Stack>
      <PageTitle>Withdrawals history</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Withdrawals history"
        lead={
          <>
            Every withdrawal, newest first. Choose one to see what has happened to it, or to cancel
            it. What was posted stands on your{' '}
            <Link to="/dashboard/statements" className="link">
              statements
            </Link>
            .
          </>
        }
        actions={
          <ButtonLink to="/dashboard/withdraw" variant="primary">
            Withdraw
          </ButtonLink>
        }
      />
      <Panel flush>
        {bar}
        <DataTable
          caption="Withdrawals"
          columns={withdrawalColumns}
          rows={found}
          rowKey={(row) => row._id}
          failed={withdrawals.isError}
          onRetry={() => void withdrawals.refetch()}
          rowAction={{ onPress: (row) => open(row._id), label: formatRowLabel }}
          {...(openId ? { selectedKey: openId } : {})}
          exportName="withdrawals"
          empty={<EmptyState>No data available</EmptyState>}
          {...table}
        />
      </Panel>
      <HowLong />
      <WithdrawalDrawer
        withdrawal={rows?.find((row) => row._id === openId)}
        onClose={() => open(undefined)}
        onChanged={() => void withdrawals.refetch()}
      />
    </Stack>
  )
}
