import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { planCalls } from '../../components/calls.tsx'
import { PlanForm } from '../../components/plan-form.tsx'

const ALL = '/admin-dashboard/plans'

/**
 * The screen that proposes a plan or its next version, starting with the values of another version.
 */
export default function NewVersion() {
  const [params] = useSearchParams()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const from = params.get('from')
  const plans = useQuery(planCalls.all.queryOptions())
  const plan = plans.data?.data.find(({ versions }) => versions.some(({ _id }) => _id === from))
  const version = plan?.versions.find(({ _id }) => _id === from)
  const title = plan ? `New version of ${plan.name}` : 'New plan'
  const back = plan ? `${ALL}/${plan._id}?view=versions` : ALL

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHeading
        back={<BackLink to={back}>{plan ? plan.name : 'All plans'}</BackLink>}
        title={title}
        lead={'Saved as a draft until published. Texts must not promise a return.'}
      />
      {plans.isError && !plans.data ? (
        <ReadFailed onRetry={plans.refetch} />
      ) : plans.data ? (
        <PlanForm
          version={version}
          back={back}
          onProposed={async ({ plan: planId, _id, extraordinary }) => {
            toast.success(
              extraordinary ? 'Draft saved. Another admin has to publish it.' : 'Draft saved',
            )
            void queries.invalidateQueries()
            await navigate(`${ALL}/${planId}?view=versions&open=${_id}`)
          }}
        />
      ) : (
        <Panel>
          <SkeletonLines lines={10} />
        </Panel>
      )}
    </Stack>
  )
}
