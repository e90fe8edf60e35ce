import { DAY_MS, MINUTE_MS } from '#lib/dates.ts'

/** The time in which an authentication counts as recent. */
export const RECENT_AUTH_MS = 5 * MINUTE_MS

/** The time between the right password and the second factor, and for a passkey to sign. */
export const MFA_CHALLENGE_LIFE_MS = 5 * MINUTE_MS

export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS

export const SIGN_IN_RETENTION_MS = 90 * DAY_MS

/**
 * The wait of an approved reset of a staff member, so that staff can read the mail and object.
 */
export const STAFF_RESET_WAIT_MS = DAY_MS

/** The minimum interval between two resets from the command line of the server. */
export const LET_IN_WAIT_MS = 7 * DAY_MS

/** A staff member who hasn't signed in for this long doesn't count as active. */
export const STAFF_ACTIVITY_WINDOW_MS = 30 * DAY_MS

export const MAX_PASSKEYS = 10
export const PASSKEY_NAME_MAX = 60
