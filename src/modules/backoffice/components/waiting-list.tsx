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

type Waiting = { id: string; what: string; who: string; amount: string; at: string; to: string }

const MOST_SHOWN = 8

const columns: readonly Column<Waiting>[] = [
  {
    id: 'who',
    header: 'Member',
    text: ({ who }) => who,
    cell: ({ who }) => <span className="strong">{who}</span>,
    sub: ({ at }) => <When at={at} timeZone="UTC" />,
    sort: false,
  },
  {
    id: 'what',
    header: 'What waits',
    text: ({ what }) => what,
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

/** Deposits to confirm, withdrawals to approve and to pay, the one that waits longest first. */
function useWaiting() {
  const deposits = useQuery(
    depositCalls.list.queryOptions({
      input: { status: 'pending', sort: 'date', size: MOST_SHOWN },
    }),
  )

  const pending = useQuery(
    withdrawalCalls.list.queryOptions({
      input: { status: 'pending', sort: 'date', size: MOST_SHOWN },
    }),
  )

  const approved = useQuery(
    withdrawalCalls.list.queryOptions({
      input: { status: 'approved', sort: 'date', size: MOST_SHOWN },
    }),
  )

  const reads = [deposits, pending, approved]
  const rows: Waiting[] | undefined =
    deposits.data && pending.data && approved.data
      ? [
          ...deposits.data.data.map((row) =>
            toWaitingItem(row, 'Deposit to confirm', 'alltransaction'),
          ),
          ...pending.data.data.map((row) =>
            toWaitingItem(row, 'Withdrawal to approve', 'withdrawals'),
          ),
          ...approved.data.data.map((row) =>
            toWaitingItem(row, 'Withdrawal to pay', 'withdrawals'),
          ),
        ].sort((one, other) => one.at.localeCompare(other.at))
      : undefined

  return {
    rows,
    waiting: reads.reduce((sum, read) => sum + (read.data?.total ?? 0), 0),
    failed: reads.some((read) => read.isError),
    retry: () => void Promise.all(reads.map((read) => read.refetch())),
  }
}

type Row = { _id: string; amount: string; createdAt: string; member: { name: string } }

const toWaitingItem = (
  { _id, amount, createdAt, member }: Row,
  what: string,
  screen: string,
): Waiting => ({
  id: _id,
  what,
  who: member.name,
  amount,
  at: createdAt,
  to: `/admin-dashboard/${screen}?open=${_id}`,
})

/** What waits for a decision, each leading to where it is decided. */
export function WaitingList() {
  const { rows, waiting, failed, retry } = useWaiting()
  const more = waiting - MOST_SHOWN

  return (
    <Panel
      title="What waits for a decision"
      flush
      foot={more > 0 ? `${more} more wait.` : undefined}
    >
      {rows?.length === 0 ? (
        <EmptyState icon={checkCircle}>Nothing waits for a decision.</EmptyState>
      ) : (
        <DataTable
          caption="What waits for a decision, oldest first"
          columns={columns}
          rows={rows?.slice(0, MOST_SHOWN)}
          rowKey={({ id }) => id}
          failed={failed}
          onRetry={retry}
          rowAction={{ to: ({ to }) => to, label: ({ what, who }) => `${what}: ${who}` }}
          plain
        />
      )}
    </Panel>
  )
}
