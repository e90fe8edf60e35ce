import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#app-ui/page-title.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { StatCard, StatGrid } from '#ui/figures/stat-card.tsx'
import { formatDateTime, When } from '#ui/figures/when.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { Tag } from '#ui/status/tag.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { useUrlTableState } from '#ui/table/table-state.ts'
import { LinkLine } from '../../components/affiliate-link.tsx'
import { affiliateCalls, type OwnAffiliate } from '../../components/calls.tsx'

const formatFullName = ({ first_name, last_name }: OwnAffiliate) => `${first_name} ${last_name}`

const columns: readonly Column<OwnAffiliate>[] = [
  {
    id: 'name',
    header: 'Client Name',
    text: formatFullName,
    sub: (row) => <When at={row.createdAt} />,
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
        lead={
          'Whom you have invited, and what that brought you. One level: whom they invite is ' +
          'theirs.'
        }
      />
      {referral && !referral.on && (
        <Callout tone="info" title="Inviting is off">
          Rewards for inviting aren’t offered in your country, or not at present. Whom you invited
          before stays listed, and what is due to you stays due.
        </Callout>
      )}
      {(data || !isError) && <Totals data={data} />}
      <Columns
        rail={referral?.link && <Invite link={referral.link} percentage={referral.percentage} />}
      >
        <Panel flush>
          <DataTable
            caption="Clients you invited"
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

type AffiliatesResponse = Awaited<ReturnType<typeof affiliateCalls.affiliates.call>>

function Totals({ data }: { data: AffiliatesResponse | undefined }) {
  const active = data?.data.filter(({ status }) => status === 'Active').length
  return (
    <StatGrid>
      <StatCard
        label="Invited"
        value={data?.data.length}
        note={data && `${active} of them active`}
      />
      <StatCard
        label="Rewards paid"
        value={data && <Money amount={data.totals.paid} />}
        note="Posted to your cash"
      />
      <StatCard
        label="Rewards due"
        value={data && <Money amount={data.totals.due} />}
        note="Waiting for promotion money"
      />
    </StatGrid>
  )
}

/** Shows the link and its terms: what is paid, for what and by whom. */
function Invite({ link, percentage }: { link: string; percentage: string | null }) {
  const code = link.slice(link.lastIndexOf('/') + 1)
  const invitation = useQuery(affiliateCalls.invitation.queryOptions({ input: { code } }))
  const says = invitation.data?.data.says

  return (
    <>
      <Panel title="Your affiliate link">
        <LinkLine link={link} />
      </Panel>
      <Panel title="Terms">
        <Stack tight>
          <p className="small">
            {percentage === '0%'
              ? 'No reward is paid for inviting at present.'
              : `You are rewarded with ${percentage} of the first completed deposit of whom ` +
                'you invite: once for each, and never for a sign-up.'}
          </p>
          <p className="small">
            One level: you get nothing for whom they invite. The operator pays out of its own
            promotion money, and while that is short a reward stays due.
          </p>
          {says && (
            <p className="small">The person you invite reads before they sign up: “{says}”</p>
          )}
          {says === null && (
            <p className="small">There is no reward at present for the people you invite.</p>
          )}
          <p className="small">
            Invite only people you know, and make clear that they can lose money.
          </p>
        </Stack>
      </Panel>
    </>
  )
}
