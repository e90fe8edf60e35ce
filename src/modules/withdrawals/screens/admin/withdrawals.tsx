import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { buildStaffFilters } from '#modules/transactions/components/staff-columns.tsx'
import { StaffTable } from '#modules/transactions/components/staff-table.tsx'
import { TRANSACTION_ORDERS } from '#modules/transactions/model.ts'
import { formatDollars } from '#ui/figures/decimal.ts'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { ChoiceTabs } from '#ui/table/choice-tabs.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { useServerTable } from '#ui/table/use-server-table.tsx'
import { type WithdrawalListInput, withdrawalCalls } from '../../components/calls.tsx'
import { ExportPayouts } from '../../components/export-payouts.tsx'
import { PayoutBatches } from '../../components/payout-batches.tsx'
import { WithdrawalReviewDrawer } from '../../components/review-drawer.tsx'
import { staffColumns } from '../../components/staff-columns.tsx'
import { withdrawalStatus } from '../../components/status.tsx'
import type { WithdrawalDecision } from '../../components/withdrawal-decision.tsx'
import { WithdrawalDialog } from '../../components/withdrawal-dialog.tsx'
import { WITHDRAWAL_STATUSES } from '../../model.ts'

const FILTERS = buildStaffFilters(WITHDRAWAL_STATUSES, withdrawalStatus.format)

export default function Withdrawals() {
  const queries = useQueryClient()
  const { openId, open } = useOpenRow()
  const [decision, setDecision] = useState<WithdrawalDecision>()

  useRowKeys(!decision)

  return (
    <Stack>
      <PageTitle>Withdrawals</PageTitle>
      <PageHeading
        title="Withdrawals"
        actions={<ExportPayouts />}
        lead={
          'Approve, export a batch and send the coin, then mark each as paid with its ' +
          'transaction. The amount of a rejected withdrawal is returned to the member at once.'
        }
      />
      <StatusTabs />
      <WithdrawalsTable openId={openId} onOpen={open} />
      <PayoutBatches />
      <WithdrawalReviewDrawer id={openId} onClose={() => open(undefined)} onDecide={setDecision}>
        {decision && (
          <WithdrawalDialog
            decision={decision}
            onClose={() => setDecision(undefined)}
            onDone={() => {
              setDecision(undefined)
              void queries.invalidateQueries()
            }}
          />
        )}
      </WithdrawalReviewDrawer>
    </Stack>
  )
}

function StatusTabs() {
  const { data } = useQuery(withdrawalCalls.counts.queryOptions())
  return <ChoiceTabs field={FILTERS[0]} counts={data?.data} />
}

type TableProps = { openId: string | undefined; onOpen: (id: string) => void }

function WithdrawalsTable({ openId, onOpen }: TableProps) {
  const { input, query, bar, ...state } = useServerTable(TRANSACTION_ORDERS, FILTERS)
  const withdrawals = useQuery({
    ...withdrawalCalls.list.queryOptions({ input: input as WithdrawalListInput }),
    placeholderData: keepPreviousData,
  })

  return (
    <StaffTable
      caption="Withdrawals, newest first"
      columns={staffColumns}
      bar={bar}
      empty="No withdrawals found."
      exportName="withdrawals.csv"
      exportPath={`/api/admin/withdrawals.csv?${query}`}
      query={withdrawals}
      openId={openId}
      onOpen={(row) => onOpen(row._id)}
      formatRowLabel={(row) => `Withdrawal of ${formatDollars(row.amount)} by ${row.member.name}`}
      state={state}
    />
  )
}
