import { HOUR_MS } from '#lib/dates.ts'

/** How often one member declares, answers or confirms. */
export const LIMITS = { writes: { max: 40, windowMs: HOUR_MS } } as const
