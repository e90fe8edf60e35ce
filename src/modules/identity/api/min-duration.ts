import { setTimeout as pause } from 'node:timers/promises'

/**
 * Delays a response to a minimum duration, so that its timing does not reveal whether an address
 * exists.
 */
export async function enforceMinDuration<Result>(
  ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const [result] = await Promise.allSettled([work(), pause(ms)])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** The minimum duration of a sign-up. */
export const SIGN_UP_MS = 500
/** The minimum duration of a call that may send a mail. */
export const MAIL_MS = 250
