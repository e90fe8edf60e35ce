import { parsePercentage } from '#lib/percentages.ts'
import { Callout } from '#ui/status/callout.tsx'
import { getTargetWarning, isExtraordinary, MAX_TERM_DAYS } from '../model.ts'
import { parseWholeNumber } from './plan-term-fields.tsx'

/** The highest warning limit an operator can set: 30% a year. The server applies the actual one. */
const WARNING_LIMIT_BPS = 3_000

/** Shows the warning that members will read next to a target, and who has to publish it. */
export function TargetCheck({ percentage, termDays }: { percentage: string; termDays: string }) {
  const bps = parsePercentage(percentage)
  const days = parseWholeNumber(termDays)
  const isTerm = days > 0 && days <= MAX_TERM_DAYS
  const extraordinary = bps !== null && isTerm && isExtraordinary(bps, days, WARNING_LIMIT_BPS)

  if (!extraordinary)
    return (
      <Callout tone="info" title="Target within the normal range">
        The annualised target doesn’t exceed 30%. One admin can publish it, unless the threshold in
        Settings is lower.
      </Callout>
    )

  return (
    <Callout title="Unusually high target." live>
      <p>
        The annualised target is above 30%. Another admin has to publish it, and members see this
        warning:
      </p>
      <p className="strong">{getTargetWarning({ extraordinary })}</p>
    </Callout>
  )
}
