const padTwoDigits = (n: number) => String(n).padStart(2, '0')

/** Formats milliseconds as a countdown; a started second counts as one. */
export function timeLeft(ms: number): string {
  const all = Math.max(0, Math.ceil(ms / 1000))
  const days = Math.floor(all / 86_400)
  const hours = Math.floor((all % 86_400) / 3600)
  const rest = `${padTwoDigits(Math.floor((all % 3600) / 60))}:${padTwoDigits(all % 60)}`
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${padTwoDigits(hours)}:${rest}`
  return hours > 0 ? `${hours}:${rest}` : rest
}
