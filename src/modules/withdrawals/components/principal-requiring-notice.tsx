import { formatDayCount, formatPlanName } from '#modules/plans/model.ts'
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
      Notice required:{' '}
      {principalRequiringNotice.map(({ plan, family, noticePeriodDays, principal }, index) => (
        <span key={`${family}/${plan}/${noticePeriodDays}`}>
          {index > 0 && '; '}
          <Money amount={principal} /> in {formatPlanName({ name: plan, family })},{' '}
          {formatDayCount(noticePeriodDays)}
        </span>
      ))}
      . It continues to accrue until the notice period ends, then goes to your cash balance.
    </Callout>
  )
}
