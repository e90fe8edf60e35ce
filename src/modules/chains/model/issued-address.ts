import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/dates.ts'

/**
 * The time a returned address of a pool is not lent again, so that a late payment to it is clear.
 */
export const POOL_REST_MS = { sandbox: 10 * MINUTE_MS, live: 24 * HOUR_MS } as const

/**
 * From so many derived addresses in a row without a payment, staff are warned: wallets look for
 * coin up to the twentieth.
 */
export const UNUSED_WARNING = 15

/** The time after the end of a quote in which its address is checked every few minutes. */
export const AFTER_QUOTE_MS = 30 * DAY_MS
