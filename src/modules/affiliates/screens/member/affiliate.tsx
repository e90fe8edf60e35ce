import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { affiliateCalls, type OwnAffiliate } from '../../components/calls.tsx'
import { AffiliateTotals, InvitePanel } from '../../components/invite-panel.tsx'

const formatFullName = ({ first_name, last_name }: OwnAffiliate) => `${first_name} ${last_name}`

const columns: readonly Column<OwnAffiliate>[] = [
  {
    id: 'name',
    header: 'Client Name',
    text: formatFullName,
  },
  {
    id: 'code',
    header: 'Ref Code (Level 1)',
    text: (row) => row.referral_code,
    cell: (row) => <span className="mono">{row.referral_code}</span>,
    priority: 2,
  },
  {
    id: 'parent',
    header: 'Parent',
    text: (row) => row.parent,
    cell: (row) => <span className="mono">{row.parent}</span>,
    priority: 2,
  },
  {
    id: 'status',
    header: 'Client Status',
    text: (row) => row.status,
    cell: (row) => <Tag tone={row.status === 'Active' ? 'ok' : 'neutral'}>{row.status}</Tag>,
  },
  {
    id: 'registered',
    header: 'Date Registered',
    text: (row) => formatDateTime(row.createdAt),
    cell: (row) => <When at={row.createdAt} />,
    sort: (row) => row.createdAt,
    priority: 2,
  },
]

export default function Affiliate() {
  const { data, isError, refetch } = useQuery(affiliateCalls.affiliates.queryOptions())
  const table = useUrlTableState()
  const referral = data?.referral

  return (
    <Stack>
      <PageTitle>Affiliate</PageTitle>
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title="Affiliate"
        lead={'Your referrals and rewards. You earn on direct referrals only.'}
      />
      {referral && !referral.on && (
        <Callout tone="info" title="Referrals are off">
          Referral rewards aren’t offered in your country or aren’t available at the moment. People
          you’ve already invited stay listed, and rewards due to you stay due.
        </Callout>
      )}
      {(data || !isError) && <AffiliateTotals data={data} />}
      <Columns
        rail={
          referral?.link && <InvitePanel link={referral.link} percentage={referral.percentage} />
        }
      >
        <Panel flush>
          <DataTable
            caption="People you’ve invited"
            columns={columns}
            rows={data?.data}
            rowKey={(row) => row.referral_code}
            failed={isError}
            onRetry={() => void refetch()}
            exportName="affiliates"
            empty={<EmptyState>No data available</EmptyState>}
            {...table}
          />
        </Panel>
      </Columns>
    </Stack>
  )
}
