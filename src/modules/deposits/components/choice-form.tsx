import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { parsePlainAmount } from '#lib/typed-amount.ts'
import type { OfferedPlan } from '#modules/plans/components/calls.tsx'
import { Illustration } from '#modules/plans/components/illustration.tsx'
import type { OfferedMethod } from '#modules/settings/components/calls.tsx'
import { MethodCards } from '#modules/settings/components/method-cards.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { Columns } from '#ui/layout/page.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { depositCalls } from './calls.tsx'
import { buildCashChoice, CASH, useCash } from './cash-choice.tsx'
import { type CashInvestment, InvestDialog, parseCashInvestment } from './invest-dialog.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanChoiceRail, RiskCallout } from './plan-choice-rail.tsx'
import { findReusableQuote } from './reusable-quote.tsx'
import type { ChooseDeposit, DepositChoices } from './use-deposit-choices.tsx'

type ChoiceFormProps = {
  plans: readonly OfferedPlan[]
  methods: readonly OfferedMethod[]
  choices: DepositChoices
  choose: ChooseDeposit
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
 * The form to choose a plan, an amount and a payment method; submitting it takes a quote, or opens
 * the review of an investment from cash.
 */
export function ChoiceForm({ plans, methods, choices, choose }: ChoiceFormProps) {
  useFocusFromAddress()

  const navigate = useNavigate()
  const plan = plans.find(({ _id }) => _id === choices.plan)
  const method = methods.find(({ _id }) => _id === choices.method)
  const [reviewed, setReviewed] = useState<CashInvestment>()
  const cash = useCash()
  const fromCash = choices.method === CASH && cash !== undefined
  const form = useFormAction(async ({ selected_plan, amount = '', payment_method }) => {
    if (fromCash) return setReviewed(parseCashInvestment(plan, amount, cash))

    const reusable = await findReusableQuote(choices, amount).catch(() => null)
    const id =
      reusable ??
      (await depositCalls.quote.call({ selected_plan, amount, payment_method })).data._id
    await navigate(`/dashboard/deposit-details?id=${id}`)
  })

  if (plans.length === 0) return <EmptyState>No plans are available at the moment.</EmptyState>

  const amount = parsePlainAmount(choices.amount) ?? ''

  return (
    <Columns rail={<PlanChoiceRail plan={plan} method={method} />}>
      <Form wide errors={form.errors} onSubmit={form.onSubmit}>
        <PlanCards plans={plans} plan={plan} onChange={(chosen) => choose({ plan: chosen._id })} />
        {plan && <RiskCallout plan={plan} method={method} />}
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
          onChange={(chosen) => choose({ method: chosen._id })}
          other={
            cash && {
              choice: buildCashChoice(cash),
              chosen: fromCash,
              onChange: () => choose({ method: CASH }),
            }
          }
        />
        {plan && <Illustration amount={amount} plan={plan} />}
        <FormActions>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            pending={form.pending}
            pendingLabel={fromCash ? 'Checking...' : 'Locking the rate...'}
          >
            {fromCash ? 'Review investment' : 'Proceed to Payment'}
          </Button>
        </FormActions>
      </Form>
      {reviewed && <InvestDialog {...reviewed} onClose={() => setReviewed(undefined)} />}
    </Columns>
  )
}

const Limits = ({ plan }: { plan: OfferedPlan }) => (
  <>
    In US dollars, between <Money amount={plan.minAmount} /> and <Money amount={plan.maxAmount} />.
  </>
)
