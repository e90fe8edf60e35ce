import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { PageTitle } from '#app-ui/page-title.tsx'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { parsePlainAmount, tidyAmount } from '#lib/typed-amount.ts'
import { type OfferedPlan, planCalls } from '#modules/plans/components/calls.tsx'
import { Illustration } from '#modules/plans/components/illustration.tsx'
import { PlanFacts } from '#modules/plans/components/plan-facts.tsx'
import { PlanRisk } from '#modules/plans/components/plan-risk.tsx'
import { WorstMonth } from '#modules/plans/components/worst-month.tsx'
import type { PlanFamily } from '#modules/plans/model.ts'
import { type OfferedMethod, settingsCalls } from '#modules/settings/components/calls.tsx'
import { MethodCards } from '#modules/settings/components/method-cards.tsx'
import { describeWithdrawalFee } from '#modules/settings/model.ts'
import { Button } from '#ui/actions/button.tsx'
import { BackLink } from '#ui/actions/text-link.tsx'
import { Money } from '#ui/figures/money.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { KeyValues } from '#ui/layout/key-values.tsx'
import { Columns, PageHeading, Stack } from '#ui/layout/page.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { Callout } from '#ui/status/callout.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { ReadFailed } from '#ui/status/read-failed.tsx'
import { SkeletonLines } from '#ui/status/skeleton.tsx'
import { Stepper } from '#ui/status/stepper.tsx'
import { toast } from '#ui/status/toaster.tsx'
import { depositCalls } from './calls.tsx'
import { buildDepositSteps } from './deposit-steps.tsx'

type Choices = { plan: string; amount: string; method: string; quote: string }
type Choose = (change: Partial<Choices>) => void

/** The choices, also stored in the address so that a reload or going back loses nothing. */
function useChoices(): { choices: Choices; choose: Choose } {
  const [params, setParams] = useSearchParams()
  const [choices, setChoices] = useState<Choices>(() => ({
    plan: params.get('plan') ?? '',
    amount: params.get('amount') ?? '',
    method: params.get('method') ?? '',
    quote: params.get('quote') ?? '',
  }))

  const choose: Choose = (change) => {
    const next = { ...choices, ...change }
    setChoices(next)
    const chosen = Object.entries(next).filter(([, value]) => value)
    setParams(chosen, { replace: true, preventScrollReset: true })
  }

  return { choices, choose }
}

type Props = { family: PlanFamily; title: string; lead: string }

/** The screen to choose a plan of one family, an amount and a payment method, and take a quote. */
export function ChoosePlan({ family, title, lead }: Props) {
  const plans = useQuery(planCalls.list.queryOptions())
  const methods = useQuery(settingsCalls.paymentMethods.queryOptions())
  const { pathname, search } = useLocation()
  const { choices, choose } = useChoices()
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

type ChoiceFormProps = {
  plans: readonly OfferedPlan[]
  methods: readonly OfferedMethod[]
  choices: Choices
  choose: Choose
}

/** Focuses the field that the address's fragment names, as the stepper's links do. */
function useFocusFromAddress() {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same step scrolls again
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus()
  }, [hash, key])
}

/**
 * Finds the member's open quote for the current choices, so that going back and forth does not
 * create a second one. Null if there is none.
 */
async function findReusableQuote(
  { quote, plan, method }: Choices,
  amount: string,
): Promise<string | null> {
  if (!quote) return null

  const { data } = await depositCalls.get.call({ id: quote })
  const same =
    data.plan._id === plan &&
    data.payment_method === method &&
    tidyAmount(data.amount) === tidyAmount(amount)

  return same && data.status === 'awaiting_payment' ? data._id : null
}

function ChoiceForm({ plans, methods, choices, choose }: ChoiceFormProps) {
  useFocusFromAddress()

  const navigate = useNavigate()
  const plan = plans.find(({ _id }) => _id === choices.plan)
  const method = methods.find(({ _id }) => _id === choices.method)
  const form = useFormAction(async ({ selected_plan, amount = '', payment_method }) => {
    const reusable = await findReusableQuote(choices, amount).catch(() => null)
    const id =
      reusable ??
      (await depositCalls.quote.call({ selected_plan, amount, payment_method })).data._id
    await navigate(`/dashboard/deposit-details?id=${id}`)
  })

  if (plans.length === 0)
    return <EmptyState>No plan of this family is on offer at the moment.</EmptyState>

  const amount = parsePlainAmount(choices.amount) ?? ''

  return (
    <Columns rail={<Rail plan={plan} method={method} />}>
      <Form errors={form.errors} onSubmit={form.onSubmit}>
        <PlanCards plans={plans} plan={plan} onChange={(chosen) => choose({ plan: chosen._id })} />
        <MoneyField
          label="Amount"
          name="amount"
          value={choices.amount}
          onChange={(typed) => choose({ amount: typed })}
          hint={plan ? <Limits plan={plan} /> : 'In US dollars.'}
        />
        <MethodCards
          name="payment_method"
          methods={methods}
          value={method?._id ?? null}
          onChange={(chosen) => {
            choose({ method: chosen._id })
            toast.success(`${chosen.name} selected`)
          }}
        />
        {plan && <Illustration amount={amount} plan={plan} />}
        {plan && <RiskCallout plan={plan} method={method} />}
        <FormActions>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={form.pending}
            pendingLabel="Locking the rate..."
          >
            Proceed to Payment
          </Button>
        </FormActions>
      </Form>
    </Columns>
  )
}

/** The plan's worst month, its fees and its liquidity, above the button that takes a quote. */
const RiskCallout = ({
  plan,
  method,
}: {
  plan: OfferedPlan
  method: OfferedMethod | undefined
}) => (
  <Callout title="You can lose all the money you put in.">
    <WorstMonth plan={plan.name} month={plan.worstMonth} />
    <p>
      Paying in costs nothing with us.{' '}
      {method && (
        <>
          Withdrawing by {method.name} costs {describeWithdrawalFee(method)}.{' '}
        </>
      )}
      {plan.liquidity}
    </p>
  </Callout>
)

const Limits = ({ plan }: { plan: OfferedPlan }) => (
  <>
    In US dollars, from <Money amount={plan.minAmount} /> to <Money amount={plan.maxAmount} />.
  </>
)

type CardsProps = {
  plans: readonly OfferedPlan[]
  plan: OfferedPlan | undefined
  onChange: (plan: OfferedPlan) => void
}

function PlanCards({ plans, plan, onChange }: CardsProps) {
  return (
    <ChoiceCards
      legend="Plan"
      hint={plans.find(({ label }) => label)?.label}
      roomy
      name="selected_plan"
      value={plan?._id ?? null}
      onChange={(id) => {
        const chosen = plans.find(({ _id }) => _id === id)
        if (!chosen) return
        onChange(chosen)
        toast.success(`${chosen.name} selected`)
      }}
      choices={plans.map((one) => ({
        value: one._id,
        label: one.name,
        hint: (
          <>
            <Money amount={one.minAmount} scale={0} /> to <Money amount={one.maxAmount} scale={0} />
            , {one.termDays} days
          </>
        ),
      }))}
    />
  )
}

function Rail({
  plan,
  method,
}: {
  plan: OfferedPlan | undefined
  method: OfferedMethod | undefined
}) {
  return (
    <>
      {plan ? (
        <>
          <PlanFacts plan={plan} />
          <PlanRisk risk={plan.risk} warning={plan.warning} label={plan.label} />
        </>
      ) : (
        <Callout tone="info">
          Choose a plan to read its target return, its terms and its risks.
        </Callout>
      )}
      {method && <Fees method={method} />}
    </>
  )
}

/** The current fees of a payment method, for deposits and withdrawals. */
function Fees({ method }: { method: OfferedMethod }) {
  return (
    <Panel title="Fees">
      <KeyValues
        rows={[
          { label: 'Our deposit fee', value: <Money amount="0" /> },
          { label: 'Network fee', value: 'Set by your wallet' },
          {
            label: `Withdrawing by ${method.name}`,
            value: describeWithdrawalFee(method),
          },
          { label: 'Minimum withdrawal', value: <Money amount={method.minWithdrawal} /> },
        ]}
      />
    </Panel>
  )
}
