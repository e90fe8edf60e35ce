import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { usePermission } from '#modules/approvals/components/use-permission.tsx'
import { CallError } from '#platform/client/call-error.ts'
import { Button, ButtonLink } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { CalendarDay } from '#ui/figures/when.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { TabLinks } from '#ui/layout/tab-links.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { planCalls, type StaffPlan } from '../../components/calls.tsx'
import { ClosePlan } from '../../components/close-plan.tsx'
import { Distributions } from '../../components/distributions.tsx'
import { PlanAssets } from '../../components/plan-assets.tsx'
import { familyText, PlanStateTag } from '../../components/plan-labels.tsx'
import { PlanResults } from '../../components/plan-results.tsx'
import { PlanFigures } from '../../components/plan-returns.tsx'
import { PlanReturnsOwed } from '../../components/plan-returns-owed.tsx'
import { Versions } from '../../components/plan-versions.tsx'

const ALL = '/admin-dashboard/plans'
const VIEWS = ['returns', 'results', 'versions'] as const
type View = (typeof VIEWS)[number]
const LABELS: Record<View, string> = {
  returns: 'Returns',
  results: 'Income and losses',
  versions: 'Versions',
}

export default function Plan() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'returns'
  const plans = useQuery(planCalls.all.queryOptions())
  const planPerformance = useQuery(planCalls.performance.queryOptions({ input: { id } }))
  const plan = plans.data?.data.find(({ _id }) => _id === id)

  if (planPerformance.error instanceof CallError && planPerformance.error.status === 404)
    return <NoPlan />

  return (
    <Stack>
      <PageTitle>{plan ? `${plan.name}, ${familyText(plan.family)}` : 'Plan'}</PageTitle>
      <PageHeading
        back={<BackLink to={ALL}>All plans</BackLink>}
        title={plan ? plan.name : 'Plan'}
        lead={
          plan && (
            <>
              {familyText(plan.family)} <PlanStateTag state={plan.state} />
            </>
          )
        }
        actions={plan && <PlanActions plan={plan} />}
      />
      {plan?.state === 'closed' && <Closed plan={plan} />}
      <PlanFigures figures={planPerformance.data?.data.figures} />
      <TabLinks
        label="Views"
        tabs={VIEWS.map((one) => ({
          label: LABELS[one],
          to: one === 'returns' ? `${ALL}/${id}` : `${ALL}/${id}?view=${one}`,
          current: one === view,
        }))}
      />
      {planPerformance.isError && !planPerformance.data && (
        <ReadFailed onRetry={planPerformance.refetch} />
      )}
      {view === 'returns' && (
        <>
          <PlanAssets performance={planPerformance.data?.data} />
          <PlanReturnsOwed planId={id} />
          <Distributions distributions={planPerformance.data?.data.distributions} />
        </>
      )}
      {view === 'results' && <PlanResults performance={planPerformance.data?.data} />}
      {view === 'versions' && plan && <Versions plan={plan} />}
    </Stack>
  )
}

function PlanActions({ plan }: { plan: StaffPlan }) {
  const records = usePermission('income.record')
  const publishes = usePermission('plan.publish')
  const [closing, setClosing] = useState(false)
  const here = `${ALL}/${plan._id}`

  return (
    <>
      {publishes && plan.state !== 'closed' && (
        <Button onClick={() => setClosing(true)}>Close plan…</Button>
      )}
      {records && <ButtonLink to={`${here}/loss`}>Record a loss</ButtonLink>}
      {records && (
        <ButtonLink variant="primary" to={`${here}/income`}>
          Record income
        </ButtonLink>
      )}
      {closing && <ClosePlan plan={plan} onClose={() => setClosing(false)} />}
    </>
  )
}

const Closed = ({ plan }: { plan: StaffPlan }) => (
  <Callout tone="info" title="Closed.">
    Closed by {plan.closedBy}
    {plan.closedAt && (
      <>
        {' '}
        on <CalendarDay day={plan.closedAt.slice(0, 10)} />
      </>
    )}
    : {plan.closedBecause} Open positions continue on their terms.
  </Callout>
)

/** Shows the page of any unknown address. */
const NoPlan = () => (
  <Stack>
    <PageTitle>Page not found</PageTitle>
    <PageHeading
      back={<BackLink to={ALL}>All plans</BackLink>}
      title="Page not found"
      lead="No plan has this ID. The address may be mistyped."
    />
  </Stack>
)
