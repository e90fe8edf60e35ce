import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '#ui/figures/span.ts'
import { withdrawalCalls } from './calls.tsx'

/** The stated and the measured duration of withdrawals, and the length of the queue. */
export function HowLong() {
  const { data } = useQuery(withdrawalCalls.times.queryOptions())
  if (!data) return null

  const { statedHours, measured, open } = data.data

  return (
    <p className="small muted">
      We aim to pay withdrawals within {statedHours} hours.{' '}
      {measured
        ? `Last ${measured.days} days: ${measured.count} paid, median ` +
          `${formatDuration(measured.medianMinutes)}, slowest ` +
          `${formatDuration(measured.slowestMinutes)}.`
        : 'No withdrawals were paid in the last 30 days, so there is no measured time yet.'}{' '}
      {open === 0
        ? 'No requests are in the queue.'
        : `${open} ${open === 1 ? 'request is' : 'requests are'} in the queue.`}
    </p>
  )
}
