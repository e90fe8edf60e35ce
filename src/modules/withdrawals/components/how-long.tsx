import { useQuery } from '@tanstack/react-query'
import { withdrawalCalls } from './calls.tsx'

const HOUR = 60
const DAY = 24 * HOUR

/** Whole minutes in words: '35 minutes', '4 hours 10 minutes', '2 days 3 hours'. */
function spanText(minutes: number): string {
  const part = (count: number, unit: string) => (count > 0 ? `${count} ${unit}${count === 1 ? '' : 's'}` : '')
  const parts =
    minutes >= DAY
      ? [part(Math.floor(minutes / DAY), 'day'), part(Math.floor((minutes % DAY) / HOUR), 'hour')]
      : [part(Math.floor(minutes / HOUR), 'hour'), part(minutes % HOUR, 'minute')]
  return parts.filter(Boolean).join(' ') || 'less than a minute'
}

/** How long withdrawals take: what the operator states, beside what was measured. */
export function HowLong() {
  const { data } = useQuery(withdrawalCalls.times.queryOptions())
  if (!data) return null
  const { statedHours, measured } = data.data
  return (
    <p className="small muted">
      We state that withdrawals are paid within {statedHours} hours.{' '}
      {measured
        ? `Measured over the last ${measured.days} days, ${measured.count} paid: half of them took at most ${spanText(measured.medianMinutes)}, the slowest ${spanText(measured.slowestMinutes)}.`
        : 'None was paid in the last 30 days, so there is nothing measured to set beside it.'}
    </p>
  )
}
