import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { SavedViews } from '#modules/saved-views/components/saved-views.tsx'
import { StaffTable } from '#modules/transactions/components/staff-table.tsx'
import { useBulkSelection } from '#modules/transactions/components/use-bulk-selection.tsx'
import { TRANSACTION_ORDERS } from '#modules/transactions/model.ts'
import { formatDollars } from '#ui/figures/decimal.ts'
import { useServerTable } from '#ui/table/use-server-table.tsx'
import { BulkConfirm, reviewDeposits } from './bulk-confirm.tsx'
import { type DepositListInput, depositCalls, type StaffDeposit } from './calls.tsx'
import { buildConfirmColumn, staffColumns } from './staff-columns.tsx'
import type { useDepositFilters } from './use-deposit-filters.tsx'

type Props = {
  filters: ReturnType<typeof useDepositFilters>
  openId: string | undefined
  onOpen: (deposit: StaffDeposit) => void
  pendingId: string | undefined
  confirmed: ReadonlySet<string>
  onConfirm: (deposit: StaffDeposit) => void
}

const formatDepositLabel = ({ amount, member }: StaffDeposit) =>
  `Deposit of ${formatDollars(amount)} by ${member.name}`

/** The deposits of all members; pending ones are confirmed alone or together. */
export function DepositsTable({ filters, openId, onOpen, pendingId, confirmed, onConfirm }: Props) {
  const { input, query, bar, ...state } = useServerTable(
    TRANSACTION_ORDERS,
    filters,
    <SavedViews list="deposits" />,
  )
  const deposits = useQuery({
    ...depositCalls.list.queryOptions({ input: input as DepositListInput }),
    placeholderData: keepPreviousData,
  })

  const canConfirm = usePermission('deposit.confirm')
  const selection = useBulkSelection({
    rows: deposits.data?.data,
    isLoadingPage: deposits.isPlaceholderData,
    permission: 'deposit.confirm',
    formatLabel: formatDepositLabel,
    review: reviewDeposits,
    actionLabel: 'Confirm selected',
    renderDialog: (ids, close) => <BulkConfirm ids={ids} onClose={close} />,
  })
  const columns = [
    ...(selection.column ? [selection.column] : []),
    ...staffColumns,
    ...(canConfirm ? [buildConfirmColumn({ pendingId, confirmed, onConfirm })] : []),
  ]

  return (
    <StaffTable
      caption="Deposits"
      columns={columns}
      bar={bar}
      selection={selection.bar}
      empty="No transactions found."
      exportName="transactions.csv"
      exportPath={`/api/transactions.csv?${query}`}
      query={deposits}
      openId={openId}
      onOpen={onOpen}
      formatRowLabel={formatDepositLabel}
      state={state}
    />
  )
}
