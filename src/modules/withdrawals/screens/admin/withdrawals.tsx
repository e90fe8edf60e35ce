import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#modules/settings/components/house.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import { Drawer } from '#ui/overlay/dialog.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { RowKeysHint } from '#ui/table/row-keys-hint.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { useRowKeys } from '#ui/table/use-row-keys.ts'
import { withdrawalCalls } from '../../components/calls.tsx'
import {
  DecideWithdrawal,
  type WithdrawalAct,
  WithdrawalDialog,
} from '../../components/decide-withdrawal.tsx'
import { staffColumns } from '../../components/staff-columns.tsx'
import { WithdrawalHead, WithdrawalReview } from '../../components/withdrawal-review.tsx'
import { WithdrawalStatusTag, withdrawalStatusText } from '../../components/withdrawal-story.tsx'
import type { WithdrawalStatus } from '../../model.ts'

const STATUSES: readonly WithdrawalStatus[] = ['pending', 'approved', 'completed', 'rejected', 'cancelled']
const HERE = '/admin-dashboard/withdrawals'
const NEWEST = 500

export default function Withdrawals() {
  const queries = useQueryClient()
  const [params] = useSearchParams()
  const status = STATUSES.find((one) => one === params.get('status'))
  const { openId, open } = useOpenRow()
  const [act, setAct] = useState<WithdrawalAct>()
  useRowKeys(!act)
  return (
    <Stack>
      <PageTitle>Withdrawals</PageTitle>
      <PageHeading
        title="Withdrawals"
        lead="Approve, send the coin, then mark as paid with its transaction. A rejected one is back with the member at once."
      />
      <StatusTabs current={status} />
      <QueueTable status={status} openId={openId} onOpen={open} />
      <ReviewDrawer id={openId} onClose={() => open(undefined)} onAct={setAct}>
        {act && (
          <WithdrawalDialog
            act={act}
            onClose={() => setAct(undefined)}
            onDone={() => {
              setAct(undefined)
              void queries.invalidateQueries()
            }}
          />
        )}
      </ReviewDrawer>
    </Stack>
  )
}

function StatusTabs({ current }: { current: WithdrawalStatus | undefined }) {
  const { data } = useQuery(withdrawalCalls.counts.queryOptions())
  const tabs = [undefined, ...STATUSES].map((status) => ({
    label: status ? withdrawalStatusText(status) : 'All',
    to: status ? `${HERE}?status=${status}` : HERE,
    current: status === current,
    count: data?.data[status ?? 'all'],
  }))
  return <TabLinks label="Status" tabs={tabs} />
}

type TableProps = {
  status: WithdrawalStatus | undefined
  openId: string | undefined
  onOpen: (id: string) => void
}

function QueueTable({ status, openId, onOpen }: TableProps) {
  const state = useUrlTableState()
  const { data, isError, refetch } = useQuery(withdrawalCalls.list.queryOptions({ input: { status } }))
  const rows = data?.data
  const full = rows && rows.length >= NEWEST
  return (
    <Panel flush foot={full ? `The newest ${NEWEST} are shown; choose a status to see others.` : undefined}>
      <DataTable
        caption="Withdrawals, newest first"
        columns={staffColumns}
        rows={rows}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={refetch}
        empty="No withdrawals found."
        exportName="withdrawals.csv"
        dense
        tools={<RowKeysHint />}
        selectedKey={openId}
        rowAct={{
          onPress: (row) => onOpen(row._id),
          label: (row) => `Withdrawal of $${row.amount} by ${row.member.name}`,
        }}
        {...state}
      />
    </Panel>
  )
}

type DrawerProps = {
  id: string | undefined
  onClose: () => void
  onAct: (act: WithdrawalAct) => void
  children: ReactNode
}

/** Everything about one withdrawal, and deciding on it. */
function ReviewDrawer({ id, onClose, onAct, children }: DrawerProps) {
  const { data, isError, refetch } = useQuery(
    withdrawalCalls.review.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  )
  const review = id ? data?.data : undefined
  const status = review?.withdrawal.status
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title="Withdrawal"
      aside={status && <WithdrawalStatusTag status={status} />}
      foot={
        review &&
        (status === 'pending' || status === 'approved') && <DecideWithdrawal review={review} onAct={onAct} />
      }
    >
      {isError && <ReadFailed onRetry={refetch} />}
      {!review && !isError && <SkeletonLines lines={8} />}
      {review && (
        <>
          <WithdrawalHead review={review} />
          <WithdrawalReview review={review} />
        </>
      )}
      {children}
    </Drawer>
  )
}
