import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { EligibilityCard } from '#modules/eligibility/components/eligibility-card.tsx'
import { RiskWarning } from '#modules/eligibility/components/risk-warning.tsx'
import { planCalls } from '#modules/plans/components/calls.tsx'
import type { PlanFamily } from '#modules/plans/model.ts'
import { settingsCalls } from '#modules/settings/components/calls.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Stepper } from '#ui/status/stepper.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { buildDepositSteps } from './deposit-steps.tsx'
import { useDepositChoices } from './use-deposit-choices.tsx'

type Props = { family: PlanFamily; title: string; lead: string }

/** The screen to choose a plan of one family, an amount and a payment method, and take a quote. */
export function ChoosePlan({ family, title, lead }: Props) {
  const plans = useQuery(planCalls.list.queryOptions())
  const methods = useQuery(settingsCalls.paymentMethods.queryOptions())
  const { pathname, search } = useLocation()
  const { choices, choose } = useDepositChoices()
  const offered = plans.data?.data.filter((plan) => plan.family === family)
  const open = methods.data?.data.filter((method) => method.open)
  const failed = plans.isError ? plans : methods.isError ? methods : null

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <Stepper
        steps={buildDepositSteps(pathname + search)}
        current={offered?.some((plan) => plan._id === choices.plan) ? 2 : 1}
      />
      <PageHeading
        back={<BackLink to="/dashboard">Back to dashboard</BackLink>}
        title={title}
        lead={lead}
      />
      <EligibilityCard operations={['deposit', 'invest']} withdrawal />
      <RiskWarning />
      {offered && open ? (
        <ChoiceForm plans={offered} methods={open} choices={choices} choose={choose} />
      ) : failed ? (
        <ReadFailed onRetry={failed.refetch} />
      ) : (
        <Panel>
          <SkeletonLines lines={8} />
        </Panel>
      )}
    </Stack>
  )
}
