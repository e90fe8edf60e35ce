import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { ChoiceTabs } from '#ui/table/choice-tabs.tsx'
import type { ChoiceField } from '#ui/table/filter-bar.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { BatchDrawer } from '../../components/batch-drawer.tsx'
import { withdrawalCalls } from '../../components/calls.tsx'
import { CreateBatch } from '../../components/create-batch.tsx'
import { PayoutBatches } from '../../components/payout-batches.tsx'
import { WithdrawalReviewDrawer } from '../../components/review-drawer.tsx'
import { useWithdrawalFilters } from '../../components/use-withdrawal-filters.tsx'
import type { WithdrawalDecision } from '../../components/withdrawal-decision.tsx'
import { WithdrawalDialog } from '../../components/withdrawal-dialog.tsx'
import { WithdrawalsTable } from '../../components/withdrawals-table.tsx'

export default function Withdrawals() {
  const queries = useQueryClient()
  const { openId, open } = useOpenRow()
  const { openId: batchId, open: openBatch } = useOpenRow('batch')
  const [decision, setDecision] = useState<WithdrawalDecision>()
  const filters = useWithdrawalFilters()

  useRowKeys(!decision)

  return (
    <Stack>
      <PageTitle>Withdrawals</PageTitle>
      <PageHeading
        title="Withdrawals"
        actions={<CreateBatch onCreated={openBatch} />}
        lead={
          'Approve withdrawals, add them to a payout batch, export it and send the payments. A ' +
          'withdrawal is completed when the blockchain confirms its payment. Rejected amounts ' +
          'return to the member immediately.'
        }
      />
      <StatusTabs field={filters[0]} />
      <WithdrawalsTable filters={filters} openId={openId} onOpen={open} />
      <PayoutBatches openId={batchId} onOpen={openBatch} />
      <BatchDrawer id={batchId} onClose={() => openBatch(undefined)} />
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

function StatusTabs({ field }: { field: ChoiceField }) {
  const { data } = useQuery(withdrawalCalls.counts.queryOptions())
  return <ChoiceTabs field={field} counts={data?.data} />
}
