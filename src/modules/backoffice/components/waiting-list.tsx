import { useQuery } from '@tanstack/react-query'
import { depositCalls } from '#modules/deposits/components/calls.tsx'
import { withdrawalCalls } from '#modules/withdrawals/components/calls.tsx'
import { Figure } from '#ui/figures/money.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { checkCircle } from '#ui/icons.ts'
import { Panel } from '#ui/layout/panel.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'

type WorkItem = {
  id: string
  task: string
  member: string
  amount: string
  at: string
  to: string
}

const MAX_ROWS = 8

const columns: readonly Column<WorkItem>[] = [
  {
    id: 'member',
    header: 'Member',
    text: ({ member }) => member,
    cell: ({ member }) => <span className="strong">{member}</span>,
    sub: ({ at }) => <When at={at} timeZone="UTC" />,
    sort: false,
  },
  {
    id: 'task',
    header: 'Task',
    text: ({ task }) => task,
    sort: false,
  },
  {
    id: 'at',
    header: 'Since',
    text: ({ at }) => formatDateTime(at, 'UTC'),
    cell: ({ at }) => <When at={at} timeZone="UTC" />,
    sort: false,
    priority: 2,
  },
  {
    id: 'amount',
    header: 'Amount',
    text: ({ amount }) => amount,
    cell: ({ amount }) => <Figure amount={amount} />,
    sort: false,
    align: 'money',
  },
]

/** Reads the deposits to confirm and the withdrawals to approve or pay, oldest first. */
function useWorkItems() {
  const deposits = useQuery(
    depositCalls.list.queryOptions({
      input: { status: 'pending', sort: 'date', size: MAX_ROWS },
    }),
  )

  const pending = useQuery(
    withdrawalCalls.list.queryOptions({
      input: { status: 'pending', sort: 'date', size: MAX_ROWS },
    }),
  )

  const approved = useQuery(
    withdrawalCalls.list.queryOptions({
      input: { status: 'approved', sort: 'date', size: MAX_ROWS },
    }),
  )

  const queries = [deposits, pending, approved]
  const rows: WorkItem[] | undefined =
    deposits.data && pending.data && approved.data
      ? [
          ...deposits.data.data.map((row) =>
            toWorkItem(row, 'Deposit to confirm', 'alltransaction'),
          ),
          ...pending.data.data.map((row) =>
            toWorkItem(row, 'Withdrawal to approve', 'withdrawals'),
          ),
          ...approved.data.data.map((row) => toWorkItem(row, 'Withdrawal to pay', 'withdrawals')),
        ].sort((one, other) => one.at.localeCompare(other.at))
      : undefined

  return {
    rows,
    total: queries.reduce((sum, query) => sum + (query.data?.total ?? 0), 0),
    failed: queries.some((query) => query.isError),
    retry: () => void Promise.all(queries.map((query) => query.refetch())),
  }
}

type Row = { _id: string; amount: string; createdAt: string; member: { name: string } }

const toWorkItem = (
  { _id, amount, createdAt, member }: Row,
  task: string,
  screen: string,
): WorkItem => ({
  id: _id,
  task,
  member: member.name,
  amount,
  at: createdAt,
  to: `/admin-dashboard/${screen}?open=${_id}`,
})

/** Lists the open work, with a link to the screen of each decision. */
export function WaitingList() {
  const { rows, total, failed, retry } = useWorkItems()
  const more = total - MAX_ROWS

  return (
    <Panel
      title="What waits for a decision"
      flush
      foot={more > 0 ? `${more} more are waiting.` : undefined}
    >
      {rows?.length === 0 ? (
        <EmptyState icon={checkCircle}>Nothing waits for a decision.</EmptyState>
      ) : (
        <DataTable
          caption="What waits for a decision, oldest first"
          columns={columns}
          rows={rows?.slice(0, MAX_ROWS)}
          rowKey={({ id }) => id}
          failed={failed}
          onRetry={retry}
          rowAction={{ to: ({ to }) => to, label: ({ task, member }) => `${task}: ${member}` }}
          plain
        />
      )}
    </Panel>
  )
}
