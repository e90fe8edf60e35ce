import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import type { buildStaffFilters } from '#modules/transactions/components/staff-columns.tsx'
import { StaffTable } from '#modules/transactions/components/staff-table.tsx'
import { TRANSACTION_ORDERS } from '#modules/transactions/model.ts'
import { formatDollars } from '#ui/figures/decimal.ts'
import { useServerTable } from '#ui/table/use-server-table.tsx'
import { type DepositListInput, depositCalls, type StaffDeposit } from './calls.tsx'
import { buildConfirmColumn, staffColumns } from './staff-columns.tsx'

type Props = {
  filters: ReturnType<typeof buildStaffFilters>
  openId: string | undefined
  onOpen: (deposit: StaffDeposit) => void
  pendingId: string | undefined
  confirmed: ReadonlySet<string>
  onConfirm: (deposit: StaffDeposit) => void
}

/** The deposits of all members, with a button to confirm each pending one. */
export function DepositsTable({ filters, openId, onOpen, pendingId, confirmed, onConfirm }: Props) {
  const { input, query, bar, ...state } = useServerTable(TRANSACTION_ORDERS, filters)
  const deposits = useQuery({
    ...depositCalls.list.queryOptions({ input: input as DepositListInput }),
    placeholderData: keepPreviousData,
  })

  const canConfirm = usePermission('deposit.confirm')
  const columns = useMemo(
    () =>
      canConfirm
        ? [...staffColumns, buildConfirmColumn({ pendingId, confirmed, onConfirm })]
        : staffColumns,
    [canConfirm, pendingId, confirmed, onConfirm],
  )

  return (
    <StaffTable
      caption="Deposits, newest first"
      columns={columns}
      bar={bar}
      empty="No transactions found."
      exportName="transactions.csv"
      exportPath={`/api/transactions.csv?${query}`}
      query={deposits}
      openId={openId}
      onOpen={onOpen}
      formatRowLabel={(row) => `Deposit of ${formatDollars(row.amount)} by ${row.member.name}`}
      state={state}
    />
  )
}
