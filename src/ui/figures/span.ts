const HOUR = 60
const DAY = 24 * HOUR

const part = (count: number, unit: string) =>
  count > 0 ? `${count} ${unit}${count === 1 ? '' : 's'}` : ''

/** Whole minutes in words: '35 minutes', '4 hours 10 minutes', '2 days 3 hours'. */
export function spanText(minutes: number): string {
  const parts =
    minutes >= DAY
      ? [part(Math.floor(minutes / DAY), 'day'), part(Math.floor((minutes % DAY) / HOUR), 'hour')]
      : [part(Math.floor(minutes / HOUR), 'hour'), part(minutes % HOUR, 'minute')]
  return parts.filter(Boolean).join(' ') || 'less than a minute'
}
