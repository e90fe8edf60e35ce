const HOUR = 60
const DAY = 24 * HOUR

const formatPart = (count: number, unit: string) =>
  count > 0 ? `${count} ${unit}${count === 1 ? '' : 's'}` : ''

/** Formats whole minutes as text: '35 minutes', '4 hours 10 minutes', '2 days 3 hours'. */
export function formatDuration(minutes: number): string {
  const parts =
    minutes >= DAY
      ? [
          formatPart(Math.floor(minutes / DAY), 'day'),
          formatPart(Math.floor((minutes % DAY) / HOUR), 'hour'),
        ]
      : [formatPart(Math.floor(minutes / HOUR), 'hour'), formatPart(minutes % HOUR, 'minute')]
  return parts.filter(Boolean).join(' ') || 'less than a minute'
}
