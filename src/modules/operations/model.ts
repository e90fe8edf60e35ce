import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
/** The health checks of each minute, with the title of the alert that each one raises. */
export const SOURCES = {
  'ledger-frozen': 'The books are frozen',
  'journal-unchained': 'The journal is not being added to the hash chain',
  'ledger-unchecked': 'The books are not being checked',
  'breaks-overdue': 'Outside balances differ from the books',
  'withdrawals-late': 'Withdrawals are later than promised',
  'jobs-failed': 'Jobs failed',
  'jobs-overdue': 'Jobs are waiting',
  'mail-unsent': 'Mail is not being sent',
  'backup-old': 'The last backup is old',
  'log-archive': 'The database can’t archive its log',
  'disk-full': 'The disk is nearly full',
  'prices-silent': 'No price can be quoted',
  'anchor-overdue': 'The anchor of the books was not published',
  'admin-reset': 'Staff access was reset on the server',
  'watch-silent': 'No worker runs the health checks',
} as const
export type Source = keyof typeof SOURCES

/** The thresholds from which a check raises an alert. */
export const LIMITS = {
  chainLagSeconds: 60,
  /** A check that reads nothing new is recorded once an hour only. */
  uncheckedMs: 75 * MINUTE_MS,
  jobDelayMs: 15 * MINUTE_MS,
  mailUnsentMs: 30 * MINUTE_MS,
  /** Short outages of a feed raise no alert. */
  pricelessMs: 5 * MINUTE_MS,
  /** The anchor is published once a day, shortly after midnight or when a worker starts. */
  anchorAgeMs: 26 * HOUR_MS,
  /** An access reset on the server stays an open alert for this long. */
  accessResetMs: 72 * HOUR_MS,
  /** The minimum free share of the disk of DATA_DIR. */
  freeShare: 0.1,
  /** The health checks run each minute. */
  silentMs: 5 * MINUTE_MS,
} as const

/** The interval at which an alert that is not acknowledged is sent again. */
export const REMINDER_INTERVAL_MS = HOUR_MS

/** The time for which a check has to pass before its alert is resolved. */
export const RECOVERY_MS = 5 * MINUTE_MS

/** The timeout of one health check. A check that exceeds it raises an alert. */
export const CHECK_TIMEOUT_MS = 20_000

/**
 * The retention periods of records outside the ledger. The database enforces a minimum of 30 days
 * for answers and sessions.
 */
export const RETENTION_MS = {
  answers: 31 * DAY_MS,
  sessions: 90 * DAY_MS,
  /** Longer than the longest window of a rate limit: by then each bucket is full again. */
  limits: 8 * DAY_MS,
  sandboxMail: 30 * DAY_MS,
  alerts: 365 * DAY_MS,
  /** An uploaded file without a row: the row may not be committed yet, or may be restored. */
  orphans: 7 * DAY_MS,
} as const

export type Alert = {
  id: string
  source: string
  title: string
  message: string
  raisedAt: Date
  lastFailedAt: Date
  notifiedAt: Date
  notificationCount: number
  acknowledged: { by: string; at: Date } | null
  wellSince: Date | null
  clearedAt: Date | null
}

/** Returns the title of an alert, or the source itself when it is not known. */
export const getAlertTitle = (source: string): string => SOURCES[source as Source] ?? source
