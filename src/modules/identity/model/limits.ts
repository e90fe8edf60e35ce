import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/dates.ts'

export const CODE_LIFE_MS = 10 * MINUTE_MS

export const LINK_LIFE_MS = DAY_MS

export const CODE_TRIES = 5

export const CODE_RESEND_MS = 30_000

export const RESET_LIFE_MS = 30 * MINUTE_MS

/** The life of the link of a staff invitation. */
export const INVITATION_LIFE_MS = 3 * DAY_MS

export const RESET_FREEZE_MS = DAY_MS

export const EMAIL_CHANGE_LIFE_MS = 30 * MINUTE_MS

/** The life of the link of a compromise report, from its mail. */
export const COMPROMISE_LINK_LIFE_MS = 3 * DAY_MS

/** Changes made this long before a mail was written count as part of the same compromise. */
export const COMPROMISE_WINDOW_MS = MINUTE_MS

export const PASSWORD_MIN = 12

export const PASSWORD_MAX = 128

export const NAME_MAX = 80

export const EMAIL_MAX = 254

/**
 * The number of attempts before a 429, for one account or one network address; each refills over
 * its window.
 */
export const LIMITS = {
  logIn: { max: 5, windowMs: 15 * MINUTE_MS },
  logInFrom: { max: 100, windowMs: 15 * MINUTE_MS },
  signUp: { max: 5, windowMs: HOUR_MS },
  signUpFrom: { max: 60, windowMs: HOUR_MS },
  newCode: { max: 1, windowMs: CODE_RESEND_MS },
  newCodeFrom: { max: 60, windowMs: HOUR_MS },
  verify: { max: 15, windowMs: HOUR_MS },
  verifyFrom: { max: 100, windowMs: HOUR_MS },
  reset: { max: 3, windowMs: 15 * MINUTE_MS },
  resetFrom: { max: 60, windowMs: HOUR_MS },
  useReset: { max: 30, windowMs: HOUR_MS },
  changePassword: { max: 5, windowMs: 15 * MINUTE_MS },
  secondFactor: { max: 5, windowMs: 15 * MINUTE_MS },
  passkeyFrom: { max: 100, windowMs: 15 * MINUTE_MS },
  ownPassword: { max: 5, windowMs: 15 * MINUTE_MS },
  emailChange: { max: 5, windowMs: HOUR_MS },
  passwordCheck: { max: 120, windowMs: 10 * MINUTE_MS },
  compromiseReport: { max: 30, windowMs: HOUR_MS },
} as const
