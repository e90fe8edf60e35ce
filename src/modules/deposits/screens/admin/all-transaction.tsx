import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useSignedInStaff } from '#app-ui/signed-in-staff.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { METHOD_FACTS, PAYMENT_METHODS } from '#modules/settings/model.ts'
import { useSaveFile } from '#platform/client/use-save-file.ts'
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
import { type DepositListInput, depositCalls, type StaffDeposit } from '../../components/calls.tsx'
import { type ArrivalFormValues, ConfirmDeposit } from '../../components/confirm-deposit.tsx'
import { DecideDeposit, RejectDeposit } from '../../components/decide-deposit.tsx'
import { DepositHead, DepositReview } from '../../components/deposit-review.tsx'
import { DepositStatusTag, formatDepositStatus } from '../../components/deposit-timeline.tsx'
import { confirmColumn, staffColumns } from '../../components/staff-columns.tsx'
import type { DepositStatus } from '../../model.ts'

const STATUSES: readonly DepositStatus[] = [
  'pending',
  'completed',
  'rejected',
  'awaiting_payment',
  'expired',
]
const ORDERS = ['date', 'amount'] as const
const CHOICES = [
  {
    id: 'status',
    label: 'Status',
    elsewhere: true,
    options: STATUSES.map((value) => ({ value, label: formatDepositStatus(value) })),
  },
  {
    id: 'method',
    label: 'Payment Method',
    options: PAYMENT_METHODS.map((value) => ({ value, label: METHOD_FACTS[value].label })),
  },
] as const

type DepositDecision = { kind: 'confirm' | 'reject'; deposit: StaffDeposit }

export default function AllTransaction() {
  const { openId, open } = useOpenRow()
  const [action, setAction] = useState<DepositDecision>()
  const decisions = useDecisions()
  const dialogs = action && (
    <Deciding
      action={action}
      onClose={() => setAction(undefined)}
      onConfirm={async (arrival) => {
        await decisions.confirm(action.deposit, arrival)
        setAction(undefined)
        open(undefined)
      }}
      onRejected={() => {
        setAction(undefined)
        open(undefined)
        decisions.readAgain()
      }}
    />
  )

  useRowKeys(!action)

  return (
    <Stack>
      <PageTitle>Transactions</PageTitle>
      <PageHeading
        title="Transactions"
        lead="Deposits wait here until a person confirms them. Confirming posts to the ledger."
      />
      <StatusTabs />
      <DepositsTable
        openId={openId}
        onOpen={(deposit) => open(deposit._id)}
        onConfirm={(deposit) => setAction({ kind: 'confirm', deposit })}
        {...decisions}
      />
      <ReviewDrawer
        id={openId}
        pending={decisions.pendingId === openId}
        onClose={() => open(undefined)}
        onAction={setAction}
      >
        {openId && dialogs}
      </ReviewDrawer>
      {!openId && dialogs}
    </Stack>
  )
}

/** Confirms, remembers what was confirmed here, and reads everything again. */
function useDecisions() {
  const queries = useQueryClient()
  const [pendingId, setPendingId] = useState<string>()
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const readAgain = () => void queries.invalidateQueries()
  const confirm = async ({ _id: id }: StaffDeposit, arrival: ArrivalFormValues) => {
    setPendingId(id)

    try {
      const { message } = await depositCalls.confirm.call({ id, ...arrival })
      setConfirmed((now) => new Set(now).add(id))
      toast.success(message)
    } finally {
      setPendingId(undefined)
      readAgain()
    }
  }

  return { pendingId, confirmed, confirm, readAgain }
}

function StatusTabs() {
  const { data } = useQuery(depositCalls.counts.queryOptions())
  return <ChoiceTabs field={CHOICES[0]} counts={data?.data} />
}

type TableProps = {
  openId: string | undefined
  pendingId: string | undefined
  confirmed: ReadonlySet<string>
  onOpen: (deposit: StaffDeposit) => void
  onConfirm: (deposit: StaffDeposit) => void
}

function DepositsTable({ openId, pendingId, confirmed, onOpen, onConfirm }: TableProps) {
  const { input, query, bar, ...state } = useServerTable(ORDERS, CHOICES)
  const { data, isError, refetch } = useQuery({
    ...depositCalls.list.queryOptions({ input: input as DepositListInput }),
    placeholderData: keepPreviousData,
  })
  const { save } = useSaveFile(toast.error)
  const confirms = usePermission('deposit.confirm')
  const columns = useMemo(
    () =>
      confirms
        ? [...staffColumns, confirmColumn({ pendingId, confirmed, onConfirm })]
        : staffColumns,
    [confirms, pendingId, confirmed, onConfirm],
  )

  return (
    <Panel flush foot={data?.more && <MoreFound total={data.total} />}>
      {bar}
      <DataTable
        caption="Deposits, newest first"
        columns={columns}
        rows={data?.data}
        total={data?.total ?? 0}
        rowKey={(row) => row._id}
        failed={isError}
        onRetry={refetch}
        empty="No transactions found."
        exportName="transactions.csv"
        onExport={() => void save(`/api/transactions.csv?${query}`)}
        dense
        tools={<RowKeysHint />}
        selectedKey={openId}
        rowAction={{
          onPress: onOpen,
          label: (row) => `Deposit of $${row.amount} by ${row.member.name}`,
        }}
        {...state}
      />
    </Panel>
  )
}

type DrawerProps = {
  id: string | undefined
  pending: boolean
  onClose: () => void
  onAction: (act: DepositDecision) => void
  children: React.ReactNode
}

/** Everything about one deposit, and deciding on it. */
function ReviewDrawer({ id, pending, onClose, onAction, children }: DrawerProps) {
  const { data, isError, refetch } = useQuery(
    depositCalls.review.queryOptions({ input: { id: id ?? '' }, enabled: id !== undefined }),
  )
  const review = id ? data?.data : undefined
  const me = useSignedInStaff()?.name
  const startDecision = (kind: DepositDecision['kind']) =>
    review && onAction({ kind, deposit: review.deposit })

  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      title="Deposit"
      aside={review && <DepositStatusTag status={review.deposit.status} />}
      foot={
        review?.effects && (
          <DecideDeposit
            review={review}
            pending={pending}
            onConfirm={() => startDecision('confirm')}
            onReject={() => startDecision('reject')}
          />
        )
      }
    >
      {isError && <ReadFailed onRetry={refetch} />}
      {!review && !isError && <SkeletonLines lines={8} />}
      {review && (
        <>
          <Meanwhile
            of={review.deposit._id}
            now={review.deposit.status}
            by={review.deposit.decidedBy === me ? null : review.deposit.decidedBy}
          />
          <DepositHead deposit={review.deposit} />
          <DepositReview review={review} />
        </>
      )}
      {children}
    </Drawer>
  )
}

type DecidingProps = {
  action: DepositDecision
  onClose: () => void
  onConfirm: (arrival: ArrivalFormValues) => Promise<void>
  onRejected: () => void
}

const Deciding = ({ action: { kind, deposit }, onClose, onConfirm, onRejected }: DecidingProps) =>
  kind === 'confirm' ? (
    <ConfirmDeposit deposit={deposit} onClose={onClose} onConfirm={onConfirm} />
  ) : (
    <RejectDeposit deposit={deposit} onClose={onClose} onDone={onRejected} />
  )
