import { useQuery } from '@tanstack/react-query'
import { depositCalls } from '#modules/deposits/components/calls.tsx'
import { withdrawalCalls } from '#modules/withdrawals/components/calls.tsx'

const reviewedFirst = (one: { status: string }, other: { status: string }) =>
  Number(other.status === 'pending') - Number(one.status === 'pending')

const wait = ({ status }: { status: string }) =>
  status === 'pending' || status === 'awaiting_payment' || status === 'approved'

/** What is under way, what we look at first and then newest first; empty while it isn't known. */
export function useWaiting() {
  const deposits = useQuery(depositCalls.mine.queryOptions())
  const withdrawals = useQuery(withdrawalCalls.mine.queryOptions())
  return {
    deposits: (deposits.data?.data.filter(wait) ?? []).sort(reviewedFirst),
    withdrawals: withdrawals.data?.data.filter(wait) ?? [],
    known: Boolean(deposits.data && withdrawals.data),
  }
}

export type Waiting = ReturnType<typeof useWaiting>
