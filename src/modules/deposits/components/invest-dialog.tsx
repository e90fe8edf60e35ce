import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useFormAction } from '#app-ui/use-form-action.tsx'
import { DomainError } from '#lib/errors.ts'
import { type Cents, formatUsd, toCents, toUsd, type Usd } from '#lib/money.ts'
import { AtMaturityField } from '#modules/plans/components/at-maturity.tsx'
import { type OfferedPlan, planCalls } from '#modules/plans/components/calls.tsx'
import { familyText } from '#modules/plans/components/plan-labels.tsx'
import { parsePlanAmount } from '#modules/plans/model.ts'
import { CallError } from '#platform/client/call-error.ts'
import { Money } from '#ui/figures/money.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { toast } from '#ui/status/toaster.tsx'

export type CashInvestment = { plan: OfferedPlan; principal: Cents; cash: Usd }

const createRefusal = (code: string, message: string, field: string) =>
  new CallError(400, code, message, [{ field, message }])

/**
 * Returns an investment from cash that can be reviewed. Throws what the server would, at the field
 * it is about.
 */
export function parseCashInvestment(
  plan: OfferedPlan | undefined,
  amount: string,
  cash: Usd,
): CashInvestment {
  if (!plan || !amount)
    throw createRefusal(
      'missing',
      'Please select a plan, a payment method, and enter an amount.',
      plan ? 'amount' : 'selected_plan',
    )

  const limits = { minAmount: toCents(plan.minAmount), maxAmount: toCents(plan.maxAmount) }
  const principal = parseAmount({ name: plan.name, ...limits }, amount)
  if (principal > toCents(cash))
    throw createRefusal(
      'insufficient_funds',
      `You have ${formatUsd(toCents(cash))} in cash to invest.`,
      'amount',
    )

  return { plan, principal, cash }
}

/** Parses an amount within the plan's limits; its refusal is the one of the call. */
function parseAmount(limits: Parameters<typeof parsePlanAmount>[0], amount: string): Cents {
  try {
    return parsePlanAmount(limits, amount)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw createRefusal(error.code, error.message, error.field ?? 'amount')
  }
}

type Props = CashInvestment & { onClose: () => void }

/** The review of an investment from cash, which is opened as soon as it is confirmed. */
export function InvestDialog({ plan, principal, cash, onClose }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useFormAction(async ({ at_maturity }) => {
    const { data } = await planCalls.invest.call({
      selected_plan: plan._id,
      amount: toUsd(principal),
      at_maturity,
    })

    toast.success(`${formatUsd(principal)} invested in ${plan.name}`)
    await queries.invalidateQueries()
    await navigate(`/dashboard/positions/${data._id}`)
  })
  const left = toUsd(toCents(cash) - principal)

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Review your investment"
      effects={[
        { label: 'Plan', value: `${plan.name}, ${familyText(plan.family)}` },
        { label: 'From cash', value: <Money amount={toUsd(principal)} /> },
        { label: 'Cash left', value: <Money amount={left} /> },
        { label: 'Term', value: `${plan.termDays} days` },
        { label: 'Target return (not guaranteed)', value: plan.percentage },
      ]}
      actionLabel={`Invest ${formatUsd(principal)}`}
      acting="Investing..."
      {...form}
    >
      <p>
        <b>You can lose all the money you invest.</b> {plan.warning} {plan.liquidity}
      </p>
      <AtMaturityField />
    </FormDialog>
  )
}
