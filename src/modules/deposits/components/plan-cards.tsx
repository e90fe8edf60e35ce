import { capitalise } from '#lib/capitalise.ts'
import type { OfferedPlan } from '#modules/plans/components/calls.tsx'
import { WorstMonthRate } from '#modules/plans/components/worst-month.tsx'
import { Money } from '#ui/figures/money.tsx'
import { ChoiceCards } from '#ui/form/choice-cards.tsx'
import styles from './plan-cards.module.css'

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
      hint={<Warnings plans={plans} />}
      roomy
      name="selected_plan"
      value={plan?._id ?? null}
      onChange={(id) => {
        const chosen = plans.find(({ _id }) => _id === id)
        if (chosen) onChange(chosen)
      }}
      choices={plans.map((one) => ({
        value: one._id,
        label: one.name,
        hint: (
          <>
            <span className={styles.target}>
              Target {one.percentage} over {one.termDays} days, not guaranteed
            </span>
            <Money amount={one.minAmount} scale={0} /> to <Money amount={one.maxAmount} scale={0} />
            ,{' '}
            {one.noticePeriodDays > 0
              ? `${one.noticePeriodDays} days’ notice to withdraw`
              : 'withdraw any time'}
            <br />
            <WorstMonthRate month={one.worstMonth} />
          </>
        ),
      }))}
    />
  )
}

/** Shows beside the targets that they are samples, and that they are far above the ordinary. */
function Warnings({ plans }: Pick<PlanCardsProps, 'plans'>) {
  const label = plans.find((one) => one.label)?.label
  const warning = plans.find((one) => one.warning)?.warning

  return (
    <span className={styles.warning}>
      {label && <>{capitalise(label)}. </>}
      {warning && <b>{warning}</b>}
    </span>
  )
}
