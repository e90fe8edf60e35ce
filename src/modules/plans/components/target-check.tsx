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
      <Callout tone="info" title="An ordinary target">
        is at most the equivalent of 30% a year. One admin may publish it.
      </Callout>
    )

  return (
    <Callout title="Out of the ordinary." live>
      <p>
        This target is above the equivalent of 30% a year. Another admin has to publish it, and
        members read next to it:
      </p>
      <p className="strong">{getTargetWarning({ extraordinary })}</p>
    </Callout>
  )
}
