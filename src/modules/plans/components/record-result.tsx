import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { describeDeciders, usePermission } from '#modules/approvals/components/use-permission.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { planCalls } from './calls.tsx'
import { IncomeForm } from './income-form.tsx'
import { LossForm } from './loss-form.tsx'
import { familyText } from './plan-labels.tsx'

const TEXTS = {
  income: {
    title: 'Record income',
    lead:
      'Enter what the plan earned and attach the evidence. Another admin has to approve it ' +
      'before anything is posted.',
    after:
      'After approval, the income is posted to the plan and distributed immediately among due ' +
      'returns. Members’ deposits can never fund it: income needs a payment of its own, ' +
      'and each payment can be used once. Returned capital reduces the placed amount instead.',
  },
  loss: {
    title: 'Record a loss',
    lead:
      'Enter what the plan lost and attach the evidence. Another admin has to approve it before ' +
      'anything is posted.',
    after:
      'After approval, the loss reduces open positions pro rata, and we email each member the ' +
      'amount and the cause. Recorded income stays available for due returns.',
  },
} as const

/** Proposes income or a loss, and then opens the proposal. */
export function RecordResult({ kind }: { kind: keyof typeof TEXTS }) {
  const { id = '' } = useParams()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const records = usePermission('income.record')
  const plans = useQuery(planCalls.all.queryOptions())
  const plan = plans.data?.data.find(({ _id }) => _id === id)
  const { title, lead, after } = TEXTS[kind]
  const back = `/admin-dashboard/plans/${id}`
  const openProposal = async (proposal: string, message: string) => {
    toast.success(message)
    void queries.invalidateQueries()
    await navigate(`/admin-dashboard/approvals?open=${proposal}`)
  }

  const Fields = kind === 'income' ? IncomeForm : LossForm

  return (
    <Stack>
      <PageTitle>{title}</PageTitle>
      <PageHeading
        back={<BackLink to={back}>{plan ? plan.name : 'The plan'}</BackLink>}
        title={plan ? `${title}: ${plan.name}, ${familyText(plan.family)}` : title}
        lead={lead}
      />
      {plans.isError && !plans.data && <ReadFailed onRetry={plans.refetch} />}
      {records === false ? (
        <Callout tone="info">{describeDeciders('income.record')}</Callout>
      ) : (
        <Columns
          rail={
            <Callout tone="info" title="What happens next.">
              {after}
            </Callout>
          }
        >
          <Fields planId={id} back={back} onProposed={openProposal} />
        </Columns>
      )}
    </Stack>
  )
}
