import { Money } from '#ui/figures/money.tsx'
import type { OfferedPlan } from './calls.tsx'

const formatMonth = (month: string) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )

type Props = { plan: string; month: OfferedPlan['worstMonth'] }

/** Shows the worst recorded month of a plan, or that none is recorded yet. */
export function WorstMonth({ plan, month }: Props) {
  if (!month)
    return <p>The {plan} plan has no recorded month yet, so there is no worst month to show.</p>
  return (
    <p>
      In its worst recorded month, {formatMonth(month.month)}, the {plan} plan earned{' '}
      <Money amount={month.income} /> and lost <Money amount={month.loss} />.
    </p>
  )
}
