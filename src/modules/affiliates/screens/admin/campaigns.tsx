import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { campaignCalls } from '#modules/campaigns/components/calls.tsx'
import { CampaignsTable } from '#modules/campaigns/components/campaigns-table.tsx'
import { ButtonLink } from '#ui/actions/button.tsx'
import { plus } from '#ui/icons.ts'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { affiliateCalls } from '../../components/calls.tsx'
import { Incentives } from '../../components/incentives.tsx'
import { Promotion } from '../../components/promotion.tsx'
import { RewardsTable } from '../../components/rewards-table.tsx'

const HERE = '/admin-dashboard/campaigns'
const VIEWS = ['campaigns', 'rewards', 'incentives'] as const
const LABELS = { campaigns: 'Campaigns', rewards: 'Rewards', incentives: 'Availability by country' }

export default function Campaigns() {
  const [params] = useSearchParams()
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'campaigns'
  const manages = usePermission('campaign.manage')
  const campaigns = useQuery(campaignCalls.list.queryOptions())
  const rewards = useQuery(affiliateCalls.rewards.queryOptions({ input: {} }))

  return (
    <Stack>
      <PageTitle>Campaigns</PageTitle>
      <PageHeading
        title="Campaigns"
        lead={
          'Referral and campaign rewards. They’re paid only from the promotion account, funded ' +
          'by the operator’s capital.'
        }
        actions={
          manages && (
            <ButtonLink variant="primary" icon={plus} to={`${HERE}/new`}>
              New campaign
            </ButtonLink>
          )
        }
      />
      {rewards.isError && !rewards.data ? (
        <ReadFailed onRetry={rewards.refetch} />
      ) : (
        <Promotion sums={rewards.data?.totals} />
      )}
      <TabLinks
        label="Views"
        tabs={VIEWS.map((one) => ({
          label: LABELS[one],
          to: one === 'campaigns' ? HERE : `${HERE}?view=${one}`,
          current: one === view,
        }))}
      />
      {view === 'campaigns' && (
        <CampaignsTable
          campaigns={campaigns.data?.data}
          failed={campaigns.isError}
          onRetry={() => void campaigns.refetch()}
        />
      )}
      {view === 'rewards' && <RewardsTable campaigns={campaigns.data?.data} />}
      {view === 'incentives' && <Incentives />}
    </Stack>
  )
}
