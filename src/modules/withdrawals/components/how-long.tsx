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
      We state that withdrawals are paid within {statedHours} hours.{' '}
      {measured
        ? `Measured over the last ${measured.days} days, ${measured.count} paid: half of them ` +
          `took at most ${formatDuration(measured.medianMinutes)}, the slowest ` +
          `${formatDuration(measured.slowestMinutes)}.`
        : 'None was paid in the last 30 days, so there is no measured time to compare.'}{' '}
      {open === 0
        ? 'None waits now.'
        : `${open} ${open === 1 ? 'waits' : 'wait'} now, and each is decided in its turn.`}
    </p>
  )
}
