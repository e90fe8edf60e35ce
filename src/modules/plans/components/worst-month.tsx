import { formatMonth } from '#lib/dates.ts'
import { Percent } from '#ui/figures/change.tsx'
import type { OfferedPlan } from './calls.tsx'

type Props = { plan: string; month: OfferedPlan['worstMonth'] }

/** Shows the worst month of a plan in a list of plans. */
export const WorstMonthRate = ({ month }: Pick<Props, 'month'>) =>
  !month || month.rateBps === null ? (
    'No monthly results yet'
  ) : (
    <>
      Worst month <Percent value={BigInt(month.rateBps)} sign="always" decimals={2} />
    </>
  )

/** Shows the worst month of a plan as a share of its capital, or that it has no full month yet. */
export function WorstMonth({ plan, month }: Props) {
  if (!month || month.rateBps === null) return <p>The {plan} plan has no monthly results yet.</p>
  return (
    <p>
      Worst month of the {plan} plan so far: {formatMonth(month.month)}, with{' '}
      <Percent value={BigInt(month.rateBps)} sign="always" decimals={2} /> of the money invested in
      it. A month without income counts as 0%.
    </p>
  )
}
