import type { OfferedPlan } from '#modules/plans/components/calls.tsx'
import { Money } from '#ui/figures/money.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import { toast } from '#ui/status/toaster.tsx'

type PlanCardsProps = {
  plans: readonly OfferedPlan[]
  plan: OfferedPlan | undefined
  onChange: (plan: OfferedPlan) => void
}

/** Displays the plans of a family to choose from. */
export function PlanCards({ plans, plan, onChange }: PlanCardsProps) {
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
