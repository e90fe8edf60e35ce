const padTwoDigits = (text: string) => text.padStart(2, '0')

/** Describes a cron expression in English; an unsupported one is returned unchanged. */
export function describeCron(cron: string): string {
  const [minute = '', hour = '', ...rest] = cron.split(' ')
  if (rest.join(' ') !== '* * *') return cron
  if (minute === '*' && hour === '*') return 'every minute'

  const each = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (each && hour === '*') return `every ${each} minutes`
  if (!/^\d+$/.test(minute)) return cron
  if (hour === '*') return `every hour, at ${padTwoDigits(minute)}`

  return /^\d+$/.test(hour) ? `every day, ${padTwoDigits(hour)}:${padTwoDigits(minute)}` : cron
}
