import { useQuery } from '@tanstack/react-query'
import { depositCalls } from '#modules/deposits/components/calls.tsx'
import { withdrawalCalls } from '#modules/withdrawals/components/calls.tsx'

/** A deposit or withdrawal that waits for a decision; `amount` is text in dollars. */
export type WorkItem = {
  id: string
  task: string
  member: string
  amount: string
  at: string
  /** True if it is open for longer than members are promised. */
  late: boolean
  to: string
}

/** The number of items displayed. */
export const MAX_ROWS = 8

/** Reads the deposits to confirm and the withdrawals to approve or pay, oldest first. */
export function useWorkItems() {
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
            toWorkItem(row, 'Deposit to confirm', 'alltransaction', false),
          ),
          ...pending.data.data.map((row) =>
            toWorkItem(row, 'Withdrawal to approve', 'withdrawals', row.late),
          ),
          ...approved.data.data.map((row) =>
            toWorkItem(row, 'Withdrawal to pay', 'withdrawals', row.late),
          ),
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
  late: boolean,
): WorkItem => ({
  id: _id,
  task,
  member: member.name,
  amount,
  at: createdAt,
  late,
  to: `/admin-dashboard/${screen}?open=${_id}`,
})
