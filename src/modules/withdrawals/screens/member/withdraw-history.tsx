import { useQuery } from '@tanstack/react-query'
import { formatUsd, toCents } from '#lib/money.ts'
import { MemberHistory } from '#modules/transactions/components/member-history.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { formatDateTime } from '#ui/figures/when.tsx'
import { useOpenRow } from '#ui/table/use-open-row.ts'
import { type OwnWithdrawal, withdrawalCalls } from '../../components/calls.tsx'
import { withdrawalColumns, withdrawalFilters } from '../../components/columns.tsx'
import { HowLong } from '../../components/how-long.tsx'
import { WithdrawalDrawer } from '../../components/withdrawal-drawer.tsx'

export default function WithdrawHistory() {
  const withdrawals = useQuery(withdrawalCalls.mine.queryOptions())
  const { openId, open } = useOpenRow()

  return (
    <MemberHistory
      title="Withdrawals history"
      lead={'All your withdrawals, newest first. Select one for details or to cancel it.'}
      actions={
        <ButtonLink to="/dashboard/withdraw" variant="primary">
          Withdraw
        </ButtonLink>
      }
      caption="Withdrawals"
      exportName="withdrawals"
      columns={withdrawalColumns}
      filters={withdrawalFilters}
      query={withdrawals}
      openId={openId}
      onOpen={open}
      formatRowLabel={formatRowLabel}
    >
      <HowLong />
      <WithdrawalDrawer
        withdrawal={withdrawals.data?.data.find((row) => row._id === openId)}
        onClose={() => open(undefined)}
        onChanged={() => void withdrawals.refetch()}
      />
    </MemberHistory>
  )
}

const formatRowLabel = (row: OwnWithdrawal) =>
  `Withdrawal of ${formatUsd(toCents(row.amount))}, ${formatDateTime(row.createdAt)}`
