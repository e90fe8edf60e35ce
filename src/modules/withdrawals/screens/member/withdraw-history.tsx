import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#modules/settings/components/house.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { whenText } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { type OwnWithdrawal, withdrawalCalls } from '../../components/calls.tsx'
import { withdrawalColumns } from '../../components/columns.tsx'
import { HowLong } from '../../components/how-long.tsx'
import { WithdrawalDrawer } from '../../components/withdrawal-drawer.tsx'

const spoken = (row: OwnWithdrawal) => `Withdrawal of $${row.amount}, ${whenText(row.createdAt)}`

export default function WithdrawHistory() {
  const withdrawals = useQuery(withdrawalCalls.mine.queryOptions())
  const [openId, setOpenId] = useState<string | null>(null)
  const rows = withdrawals.data?.data
  const table = useUrlTableState()
  return (
    <Stack>
      <PageTitle>Withdrawals history</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Withdrawals history"
        lead="Every withdrawal, newest first. Choose one to see what has happened to it, or to cancel it."
        actions={
          <ButtonLink to="/dashboard/withdraw" variant="primary">
            Withdraw
          </ButtonLink>
        }
      />
      <Panel flush>
        <DataTable
          caption="Withdrawals"
          columns={withdrawalColumns}
          rows={rows}
          rowKey={(row) => row._id}
          failed={withdrawals.isError}
          onRetry={() => void withdrawals.refetch()}
          rowAct={{ onPress: (row) => setOpenId(row._id), label: spoken }}
          {...(openId ? { selectedKey: openId } : {})}
          exportName="withdrawals"
          empty={<EmptyState>No data available</EmptyState>}
          {...table}
        />
      </Panel>
      <HowLong />
      <WithdrawalDrawer
        withdrawal={rows?.find((row) => row._id === openId)}
        onClose={() => setOpenId(null)}
        onChanged={() => void withdrawals.refetch()}
      />
    </Stack>
  )
}
