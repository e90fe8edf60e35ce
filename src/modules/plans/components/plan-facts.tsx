import { Money } from '#ui/figures/money.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import type { OfferedPlan } from './calls.tsx'
import { buildDaysTermRows, buildTextTermRows } from './plan-terms.tsx'

/** Shows everything a plan states; its target return is one figure among the others. */
export function PlanFacts({ plan }: { plan: OfferedPlan }) {
  const yearly = plan.yearly ? [{ label: 'Per year, simple', value: plan.yearly }] : []
  return (
    <Panel title={`${plan.name} plan`}>
      <KeyValues
        rows={[
          { label: 'Minimum', value: <Money amount={plan.minAmount} /> },
          { label: 'Maximum', value: <Money amount={plan.maxAmount} /> },
          { label: 'Term', value: `${plan.termDays} days` },
          { label: 'Target return over the term (not guaranteed)', value: plan.percentage },
          ...yearly,
        ]}
      />
      <Details rows={[...buildTextTermRows(plan), ...buildDaysTermRows(plan)]} />
    </Panel>
  )
}
