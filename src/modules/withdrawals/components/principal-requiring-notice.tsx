import { formatDayCount } from '#modules/plans/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { Callout } from '#ui/status/callout.tsx'
import type { Available } from './calls.tsx'

/** The principal that requires redemption notice, by plan; empty if no plan requires it. */
export function RedemptionNoticeCallout({
  principalRequiringNotice,
}: Pick<Available, 'principalRequiringNotice'>) {
  if (principalRequiringNotice.length === 0) return null
  return (
    <Callout tone="info">
      Notice comes first for{' '}
      {principalRequiringNotice.map(({ plan, noticePeriodDays, principal }, index) => (
        <span key={`${plan}/${noticePeriodDays}`}>
          {index > 0 && ', '}
          <Money amount={principal} /> in the {plan} plan ({formatDayCount(noticePeriodDays)})
        </span>
      ))}
      . It continues to accrue until the notice ends, and is then cash in your balance.
    </Callout>
  )
}
