import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { toCents, type Usd } from '#lib/money.ts'
import { parsePlainAmount, tidyAmount } from '#lib/typed-amount.ts'
import type { OfferedPlan } from '#modules/plans/components/calls.tsx'
import { Illustration } from '#modules/plans/components/illustration.tsx'
import type { OfferedMethod } from '#modules/settings/components/calls.tsx'
import { MethodCards } from '#modules/settings/components/method-cards.tsx'
import { withdrawalCalls } from '#modules/withdrawals/components/calls.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Money } from '#ui/figures/money.tsx'
import { Form, FormActions } from '#ui/form/form.tsx'
import { MoneyField } from '#ui/form/money-field.tsx'
import { wallet } from '#ui/icons.ts'
import { Columns } from '#ui/layout/page.tsx'
import { EmptyState } from '#ui/status/empty-state.tsx'
import { depositCalls } from './calls.tsx'
import { type CashInvestment, InvestDialog, parseCashInvestment } from './invest-dialog.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanChoiceRail, RiskCallout } from './plan-choice-rail.tsx'
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
 * Finds the member's open quote for the current choices, so that going back and forth does not
 * create a second one. Null if there is none.
 */
async function findReusableQuote(
  { quote, plan, method }: DepositChoices,
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

/** The choice of available cash among the payment methods. */
const CASH = 'CASH'

const buildCashChoice = (cash: Usd) => ({
  value: CASH,
  label: 'Available cash',
  hint: <Money amount={cash} />,
  logo: { glyph: wallet },
})

/** Returns the member's cash that can be invested; undefined without any. */
function useCash(): Usd | undefined {
  const { data } = useQuery(withdrawalCalls.available.queryOptions())

  return data && toCents(data.data.cash) > 0n ? data.data.cash : undefined
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
