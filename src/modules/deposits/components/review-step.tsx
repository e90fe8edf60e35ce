import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '#ui/figures/span.ts'
import type { TimelineStep } from '#ui/status/timeline.tsx'
import { depositCalls } from './calls.tsx'
import { WriteToUs } from './write-to-us.tsx'

/** The measured review time; nothing if none was measured. */
export function MeasuredTime() {
  const { data } = useQuery(depositCalls.times.queryOptions())
  const measured = data?.data.measured
  if (!measured) return null

  const { count, days, medianMinutes } = measured

  return (
    <>
      {' '}
      {count === 1
        ? `The one deposit reviewed in the last ${days} days took ${formatDuration(medianMinutes)}.`
        : `Median time over the last ${days} days: ${formatDuration(medianMinutes)} ` +
          `(${count} deposits).`}
    </>
  )
}

export const REVIEW_TITLE = 'We confirm your payment'

const OVERDUE_NOTE =
  'This is taking longer than a day. We still have your deposit, and there’s nothing you need to ' +
  'do.'

export const IN_REVIEW: TimelineStep = {
  title: 'We review this deposit',
  note:
    'This can take longer than usual. We have your deposit, and there’s nothing you need to do. ' +
    'Not included in your balance yet.',
  state: 'now',
}

export const buildReviewStep = (overdue: boolean): TimelineStep => ({
  title: REVIEW_TITLE,
  note: overdue ? (
    <>
      {OVERDUE_NOTE} <WriteToUs />
    </>
  ) : (
    <>
      Not included in your balance yet.
      <MeasuredTime />
    </>
  ),
  state: 'now',
})
