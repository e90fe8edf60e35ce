import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useSignedInStaff } from '#app-ui/signed-in-staff.tsx'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { useSaveFile } from '#platform/client/use-save-file.ts'
import { Button } from '#ui/actions/button.tsx'
import { downloadSimple } from '#ui/icons.ts'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Drawer } from '#ui/overlay/dialog.tsx'
import { Meanwhile } from '#ui/status/meanwhile.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { ChoiceTabs } from '#ui/table/choice-tabs.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { MoreFound } from '#ui/table/more-found.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { useServerTable } from '#ui/table/use-server-table.tsx'
import { type WithdrawalListInput, withdrawalCalls } from '../../components/calls.tsx'
import {
  DecideWithdrawal,
  type WithdrawalDecision,
  WithdrawalDialog,
} from '../../components/decide-withdrawal.tsx'
import { staffColumns } from '../../components/staff-columns.tsx'
import { WithdrawalHead, WithdrawalReview } from '../../components/withdrawal-review.tsx'
import {
  formatWithdrawalStatus,
  WithdrawalStatusTag,
} from '../../components/withdrawal-timeline.tsx'
import type { WithdrawalStatus } from '../../model.ts'

const STATUSES: readonly WithdrawalStatus[] = [
  'pending',
  'approved',
  'completed',
  'rejected',
  'cancelled',
]
const ORDERS = ['date', 'amount'] as const
const CHOICES = [
  {
    id: 'status',
    label: 'Status',
    elsewhere: true,
    options: STATUSES.map((value) => ({ value, label: formatWithdrawalStatus(value) })),
  },
  {
    id: 'method',
    label: 'Payment Method',
    options: PAYMENT_METHODS.map((value) => ({ value, label: METHOD_FACTS[value].label })),
  },
] as const

export default function Withdrawals() {
  const queries = useQueryClient()
  const { openId, open } = useOpenRow()
  const [action, setAction] = useState<WithdrawalDecision>()

  useRowKeys(!action)

  return (
    <Stack>
      <PageTitle>Withdrawals</PageTitle>
      <PageHeading
        title="Withdrawals"
        actions={<PayoutBatch />}
        lead={
          'Approve, send the coin, then mark as paid with its transaction. A rejected one is ' +
          'back with the member at once.'
        }
      />
      <StatusTabs />
      <QueueTable openId={openId} onOpen={open} />
      <ReviewDrawer id={openId} onClose={() => open(undefined)} onAction={setAction}>
        {action && (
          <WithdrawalDialog
            action={action}
            onClose={() => setAction(undefined)}
            onDone={() => {
              setAction(undefined)
              void queries.invalidateQueries()
            }}
          />
        )}
      </ReviewDrawer>
    </Stack>
  )
}

function StatusTabs() {
  const { data } = useQuery(withdrawalCalls.counts.queryOptions())
  return <ChoiceTabs field={CHOICES[0]} counts={data?.data} />
}

type TableProps = { openId: string | undefined; onOpen: (id: string) => void }

function QueueTable({ openId, onOpen }: TableProps) {
  const { input, query, bar, ...state } = useServerTable(ORDERS, CHOICES)
  const { data, isError, refetch } = useQuery({
    ...withdrawalCalls.list.queryOptions({ input: input as WithdrawalListInput }),
    placeholderData: keepPreviousData,
  })
  const { save } = useSaveFile(toast.error)

  return (
    <Panel flush foot={data?.more && <MoreFound total={data.total} />}>
      {bar}
      <DataTable
        caption="Withdrawals, newest first"
        columns={staffColumns}
        rows={data?.data}
        total={data?.total ?? 0}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={refetch}
        empty="No withdrawals found."
        exportName="withdrawals.csv"
        onExport={() => void save(`/api/admin/withdrawals.csv?${query}`)}
        dense
        tools={<RowKeysHint />}
        selectedKey={openId}
        rowAction={{
          onPress: (row) => onOpen(row._id),
          label: (row) => `Withdrawal of $${row.amount} by ${row.member.name}`,
        }}
        {...state}
      />
    </Panel>
  )
}

/** What is approved and not paid yet, for the wallet that pays it. */
function PayoutBatch() {
  const { data } = useQuery(withdrawalCalls.counts.queryOptions())
  const { saving, save } = useSaveFile(toast.error)
  const waiting = data?.data.approved ?? 0

  return (
    <Button
      icon={downloadSimple}
      pending={saving}
      pendingLabel="Loading...."
      done={waiting === 0}
      onClick={() => void save('/api/admin/payouts.csv')}
    >
      Payout batch ({waiting})
    </Button>
  )
}

type DrawerProps = {
  id: string | undefined
  onClose: () => void
  onAction: (act: WithdrawalDecision) => void
  children: ReactNode
}

/** Everything about one withdrawal, and deciding on it. */
function ReviewDrawer({ id, onClose, onAction, children }: DrawerProps) {
  const { data, isError, refetch } = useQuery(
    withdrawalCalls.review.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  )
  const review = id ? data?.data : undefined
  const status = review?.withdrawal.status
  const me = useSignedInStaff()?.name
  const decider = review?.withdrawal.closedBy ?? review?.withdrawal.approvedBy ?? null

  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title="Withdrawal"
      aside={status && <WithdrawalStatusTag status={status} />}
      foot={
        review &&
        (status === 'pending' || status === 'approved') && (
          <DecideWithdrawal review={review} onAction={onAction} />
        )
      }
    >
      {isError && <ReadFailed onRetry={refetch} />}
      {!review && !isError && <SkeletonLines lines={8} />}
      {review && (
        <>
          <Meanwhile
            of={review.withdrawal._id}
            now={review.withdrawal.status}
            by={decider === me ? null : decider}
          />
          <WithdrawalHead review={review} />
          <WithdrawalReview review={review} />
        </>
      )}
      {children}
    </Drawer>
  )
}
