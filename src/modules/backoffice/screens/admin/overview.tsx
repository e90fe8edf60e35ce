import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { PriceAction } from '#modules/market/components/price-action.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { backofficeCalls } from '../../components/calls.tsx'
import { IntegrityStatus } from '../../components/integrity-cards.tsx'
import { LatestUsers } from '../../components/latest-users.tsx'
import { OverviewFigures, WaitingCards } from '../../components/overview-cards.tsx'
import { WaitingList } from '../../components/waiting-list.tsx'

const LATEST = 6

export default function Overview() {
  const totals = useQuery(backofficeCalls.totals.queryOptions())
  const users = useQuery(backofficeCalls.users.queryOptions({ input: { size: LATEST } }))
  const failed = totals.isError && !totals.data

  return (
    <Stack>
      <PageTitle>Back office</PageTitle>
      <PageHeading
        title="Dashboard"
        lead="Every figure is counted from the books at this moment."
      />
      {failed && <ReadFailed onRetry={totals.refetch} />}
      {!failed && <WaitingCards totals={totals.data?.data} />}
      {!failed && <IntegrityStatus totals={totals.data?.data} />}
      {!failed && <OverviewFigures totals={totals.data?.data} />}
      <Columns
        rail={
          <LatestUsers
            users={users.data?.data.users}
            failed={users.isError}
            onRetry={users.refetch}
          />
        }
      >
        <WaitingList />
        <PriceAction />
      </Columns>
    </Stack>
  )
}
