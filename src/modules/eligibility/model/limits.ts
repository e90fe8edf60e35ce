import { HOUR_MS } from '#lib/dates.ts'

/** The rate at which one member may declare, answer or confirm. */
export const LIMITS = { writes: { max: 40, windowMs: HOUR_MS } } as const

/** Returns the days of a limit as a sentence counts them: '1 day', '30 days'. */
export const formatDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`
