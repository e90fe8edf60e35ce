import { daysText } from '#modules/plans/model.ts'
import { Money } from '#ui/figures/money.tsx'
import { Notice } from '#ui/status/notice.tsx'
import type { Available } from './calls.tsx'

/**
 * What of the balance can't be asked for before notice was given, plan by plan; nothing where no
 * plan asks for it.
 */
export function UnderNotice({ underNotice }: Pick<Available, 'underNotice'>) {
  if (underNotice.length === 0) return null
  return (
    <Notice tone="info">
      Notice comes first for{' '}
      {underNotice.map(({ plan, noticeDays, principal }, index) => (
        <span key={`${plan}/${noticeDays}`}>
          {index > 0 && ', '}
          <Money amount={principal} /> in the {plan} plan ({daysText(noticeDays)})
        </span>
      ))}
      . It goes on accruing until the notice ends, and is cash in your balance then.
    </Notice>
  )
}
