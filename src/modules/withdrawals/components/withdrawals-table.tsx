import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SavedViews } from '#modules/saved-views/components/saved-views.tsx'
import { StaffTable } from '#modules/transactions/components/staff-table.tsx'
import { useBulkSelection } from '#modules/transactions/components/use-bulk-selection.tsx'
import { TRANSACTION_ORDERS } from '#modules/transactions/model.ts'
import { formatDollars } from '#ui/figures/decimal.ts'
import { useServerTable } from '#ui/table/use-server-table.tsx'
import { BulkApprove, reviewWithdrawals } from './bulk-approve.tsx'
import { type StaffWithdrawal, type WithdrawalListInput, withdrawalCalls } from './calls.tsx'
import { staffColumns } from './staff-columns.tsx'
import type { useWithdrawalFilters } from './use-withdrawal-filters.tsx'

type Props = {
  filters: ReturnType<typeof useWithdrawalFilters>
  openId: string | undefined
  onOpen: (id: string) => void
}

const formatWithdrawalLabel = ({ amount, member }: StaffWithdrawal) =>
  `Withdrawal of ${formatDollars(amount)} by ${member.name}`

/** The withdrawals of all members; pending ones are approved alone or together. */
export function WithdrawalsTable({ filters, openId, onOpen }: Props) {
  const { input, query, bar, ...state } = useServerTable(
    TRANSACTION_ORDERS,
    filters,
    <SavedViews list="withdrawals" />,
  )
  const withdrawals = useQuery({
    ...withdrawalCalls.list.queryOptions({ input: input as WithdrawalListInput }),
    placeholderData: keepPreviousData,
  })

  const selection = useBulkSelection({
    rows: withdrawals.data?.data,
    isLoadingPage: withdrawals.isPlaceholderData,
    permission: 'withdrawal.approve',
    formatLabel: formatWithdrawalLabel,
    review: reviewWithdrawals,
    actionLabel: 'Approve selected',
    renderDialog: (ids, close) => <BulkApprove ids={ids} onClose={close} />,
  })

  return (
    <StaffTable
      caption="Withdrawals"
      columns={selection.column ? [selection.column, ...staffColumns] : staffColumns}
      bar={bar}
      selection={selection.bar}
      empty="No withdrawals found."
      exportName="withdrawals.csv"
      exportPath={`/api/admin/withdrawals.csv?${query}`}
      query={withdrawals}
      openId={openId}
      onOpen={(row) => onOpen(row._id)}
      formatRowLabel={formatWithdrawalLabel}
      state={state}
    />
  )
}
