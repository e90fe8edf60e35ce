import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/dates.ts'

export { formatLiveItems, isComplete, type LiveItem } from './model/live-items.ts'

/** The health checks of each minute, with the title of the alert that each one raises. */
export const SOURCES = {
  'ledger-frozen': 'Ledger frozen',
  'journal-unchained': 'Hash chain is falling behind',
  'ledger-unchecked': 'Integrity checks overdue',
  'breaks-overdue': 'Reconciliation breaks overdue',
  'credited-payment-gone': 'Credited payment no longer on the blockchain',
  'withdrawals-late': 'Withdrawals late',
  'jobs-failed': 'Jobs failed',
  'jobs-overdue': 'Jobs overdue',
  'mail-unsent': 'Emails not being sent',
  'backup-old': 'Backup overdue',
  'log-archive': 'Database log not archived',
  'backup-report': 'Database backup problem',
  'disk-full': 'Disk almost full',
  'files-unreachable': 'File storage unreachable',
  'prices-silent': 'No current price',
  'providers-silent': 'Chain provider not usable',
  'payments-disputed': 'Payment on chain disputed',
  'payment-addresses': 'Payment addresses need attention',
  'anchor-overdue': 'Ledger anchor overdue',
  'log-witnesses': 'Witness of the transparency log',
  'proof-overdue': 'Proof of liabilities overdue',
  'admin-reset': 'Staff access was reset on the server',
  'approval-keys-reset': 'All approval keys were ended',
  'watch-silent': 'Background worker down',
} as const
export type Source = keyof typeof SOURCES

/** The thresholds from which a check raises an alert. */
export const LIMITS = {
  chainLagSeconds: 60,
  jobDelayMs: 15 * MINUTE_MS,
  mailUnsentMs: 30 * MINUTE_MS,
  /** Short outages of a feed raise no alert. */
  pricelessMs: 5 * MINUTE_MS,
  /** The anchor is published once a day, shortly after midnight or when a worker starts. */
  anchorAgeMs: 26 * HOUR_MS,
  /** The proof of liabilities is published once a business day. */
  proofAgeMs: 26 * HOUR_MS,
  /** An access reset on the server stays an open alert for this long. */
  accessResetMs: 72 * HOUR_MS,
  /** The end of all approval keys does, until the first new ones sign in live. */
  keysResetMs: 7 * DAY_MS,
  /** A worker writes each minute, and PostgreSQL archives what was written (archive_timeout). */
  archiveAgeMs: 15 * MINUTE_MS,
  /** Segments that wait for the archive fill the disk of the database. */
  archiveBehindBytes: 2n ** 30n,
  /** The database's machine reports each five minutes. */
  backupReportMs: 30 * MINUTE_MS,
  /** The minimum free share of the disk of DATA_DIR, of the database and of its backups. */
  freeShare: 0.1,
  /** The health checks run each minute. */
  silentMs: 5 * MINUTE_MS,
} as const

/** Returns whether the health checks, which run each minute, have not run for five minutes. */
export const isWatchSilent = (checkedAt: Date | null, now: Date): boolean =>
  checkedAt === null || now.getTime() - checkedAt.getTime() > LIMITS.silentMs

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

/** The word for each state of which the recipients of an alert are notified. */
export const ALERT_STATES = { raised: 'Alert', again: 'Reminder', over: 'Resolved' } as const

/** The content of a mail or message to the recipients of an alert. */
export type AlertMessage = {
  source: string
  message: string
  state: keyof typeof ALERT_STATES
  since: Date
}

/** Formats milliseconds in the largest fitting unit: minutes, hours or days. */
export function formatDuration(ms: number): string {
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} minutes`
  return ms < 72 * HOUR_MS
    ? `${Math.round(ms / HOUR_MS)} hours`
    : `${Math.round(ms / (24 * HOUR_MS))} days`
}

/** Returns the title of an alert, or the source itself when it is not known. */
export const getAlertTitle = (source: string): string => SOURCES[source as Source] ?? source
