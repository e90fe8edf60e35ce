import { useQuery } from '@tanstack/react-query'
import { PriceAction } from '#modules/market/components/price-action.tsx'
import { PageTitle } from '#modules/settings/components/house.tsx'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { officeCalls } from '../../components/calls.tsx'
import { LatestUsers } from '../../components/latest-users.tsx'
import { WaitingList } from '../../components/waiting-list.tsx'

const ADMIN = '/admin-dashboard'

export default function Overview() {
  const totals = useQuery(officeCalls.totals.queryOptions())
  const users = useQuery(officeCalls.users.queryOptions({ input: {} }))
  return (
    <Stack>
      <PageTitle>Back office</PageTitle>
      <PageHeading title="Dashboard" lead="Every figure is counted from the books at this moment." />
      {totals.isError && !totals.data ? (
        <ReadFailed onRetry={totals.refetch} />
      ) : (
        <Cards totals={totals.data?.data} />
      )}
      <Columns
        rail={<LatestUsers users={users.data?.data.users} failed={users.isError} onRetry={users.refetch} />}
      >
        <WaitingList />
        <PriceAction />
      </Columns>
    </Stack>
  )
}

type Totals = Awaited<ReturnType<typeof officeCalls.totals.call>>['data']

/** The figures of the index; a bar where one is on its way. */
function Cards({ totals }: { totals: Totals | undefined }) {
  const money = (amount: string | undefined) => amount && <Money amount={amount} hero />
  return (
    <StatGrid>
      <StatCard label="Total user" value={totals?.total_users} to={`${ADMIN}/alluser`} />
      <StatCard
        label="Active user"
        value={totals?.active_users}
        note="signed in within 30 days, or holding a position"
      />
      <StatCard
        label="Total Deposit"
        value={money(totals?.total_deposit)}
        note="confirmed"
        to={`${ADMIN}/alltransaction?status=completed`}
      />
      <StatCard
        label="Total Withdrawals"
        value={money(totals?.total_withdrawals)}
        note="paid"
        to={`${ADMIN}/withdrawals?status=completed`}
      />
      <StatCard
        label="Pending Deposits"
        value={totals?.pending_deposits}
        waits={Boolean(totals?.pending_deposits)}
        to={`${ADMIN}/alltransaction?status=pending`}
      />
      <StatCard
        label="Open withdrawals"
        value={totals && totals.pending_withdrawals + totals.approved_withdrawals}
        note={totals && `${totals.pending_withdrawals} to approve, ${totals.approved_withdrawals} to pay`}
        waits={Boolean(totals && totals.pending_withdrawals + totals.approved_withdrawals)}
        to={`${ADMIN}/withdrawals`}
      />
    </StatGrid>
  )
}
