import { useQuery } from '@tanstack/react-query'
import { type DepositLine, depositCalls } from '#modules/deposits/components/calls.tsx'
import { withdrawalCalls } from '#modules/withdrawals/components/calls.tsx'

const comparePendingFirst = (one: { status: string }, other: { status: string }) =>
  Number(other.status === 'pending') - Number(one.status === 'pending')

const isOpen = ({ status }: { status: string }) => status === 'pending' || status === 'approved'

/**
 * Picks the deposits in progress, newest first. Of expired quotes only one that the member has not
 * followed by another deposit.
 */
const pickInProgress = (deposits: readonly DepositLine[]) =>
  deposits.filter(
    ({ inProgress, status }, index) => inProgress && (status !== 'expired' || index === 0),
  )

/** Checks whether a read has answered or failed. */
export const isSettled = ({ data, isError }: { data: unknown; isError: boolean }) =>
  data !== undefined || isError

/**
 * Returns pending deposits and withdrawals: under review first, then newest first. Empty until
 * known.
 */
export function useWaiting() {
  const deposits = useQuery(depositCalls.mine.queryOptions())
  const withdrawals = useQuery(withdrawalCalls.mine.queryOptions())

  return {
    deposits: pickInProgress(deposits.data?.data ?? []).sort(comparePendingFirst),
    withdrawals: withdrawals.data?.data.filter(isOpen) ?? [],
    known: Boolean(deposits.data && withdrawals.data),
    /** True once both reads have succeeded or failed. */
    settled: isSettled(deposits) && isSettled(withdrawals),
  }
}

export type Waiting = ReturnType<typeof useWaiting>
