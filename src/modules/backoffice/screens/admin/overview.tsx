import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { MyTasks } from '#modules/desk/components/my-tasks.tsx'
import { PriceAction } from '#modules/market/components/price-action.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { backofficeCalls } from '../../components/calls.tsx'
import { FreezeCallout, IntegrityStatus } from '../../components/integrity-cards.tsx'
import { LatestUsers } from '../../components/latest-users.tsx'
import { NeedsAction } from '../../components/needs-action.tsx'
import { AtRisk, OverviewFigures } from '../../components/overview-cards.tsx'
import { WaitingList } from '../../components/waiting-list.tsx'

const LATEST = 6

/** Displays open work and risks first, then the totals. */
export default function Overview() {
  const totals = useQuery(backofficeCalls.totals.queryOptions())
  const users = useQuery(backofficeCalls.users.queryOptions({ input: { size: LATEST } }))
  const failed = totals.isError && !totals.data
  const figures = totals.data?.data

  return (
    <Stack>
      <PageTitle>Back office</PageTitle>
      <PageHeading title="Dashboard" lead="Live figures from the ledger." />
      {failed && <ReadFailed onRetry={totals.refetch} />}
      <FreezeCallout totals={figures} />
      {!failed && <NeedsAction totals={figures} />}
      {!failed && <AtRisk totals={figures} />}
      <MyTasks />
      <WaitingList />
      {!failed && (
        <Stack tight>
          <h2>Totals</h2>
          <OverviewFigures totals={figures} />
          <IntegrityStatus totals={figures} />
        </Stack>
      )}
      <Columns
        rail={
          <LatestUsers
            users={users.data?.data.users}
            failed={users.isError}
            onRetry={users.refetch}
          />
        }
      >
        <PriceAction />
      </Columns>
    </Stack>
  )
}
