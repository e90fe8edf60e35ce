import { Money } from '#ui/figures/money.tsx'
import { Details, KeyValues } from '#ui/layout/key-values.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { formatDayCount } from '../model.ts'
import type { OfferedPlan } from './calls.tsx'

/** Everything that a plan states, its target return as one figure among the others. */
export function PlanFacts({ plan }: { plan: OfferedPlan }) {
  const yearly = plan.yearly ? [{ label: 'The same a year, simple', value: plan.yearly }] : []
  return (
    <Panel title={`${plan.name} plan`}>
      <KeyValues
        rows={[
          { label: 'From', value: <Money amount={plan.minAmount} /> },
          { label: 'Up to', value: <Money amount={plan.maxAmount} /> },
          { label: 'Term', value: `${plan.termDays} days` },
          { label: 'Target return over the term, no promise', value: plan.percentage },
          ...yearly,
        ]}
      />
      <Details
        rows={[
          { label: 'Getting money out', value: plan.liquidity },
          ...(plan.noticePeriodDays > 0
            ? [
                {
                  label: 'Notice before principal is cash',
                  value: formatDayCount(plan.noticePeriodDays),
                },
              ]
            : []),
          { label: 'Fees', value: plan.fees },
          { label: 'What the target rests on', value: plan.basis },
        ]}
      />
    </Panel>
  )
}
