/** What is looked at each minute, and what each alarm is called when it reaches a person. */
export const SOURCES = {
  'ledger-frozen': 'The books are frozen',
  'books-unsealed': 'The journal is not being sealed',
  'books-unchecked': 'Nobody looks at the books',
  'breaks-overdue': 'What is held differs from the books',
  'jobs-failed': 'Jobs were given up',
  'jobs-late': 'Jobs are waiting',
  'mail-unsent': 'Mail is not leaving',
  'backup-old': 'The last backup is old',
  'log-archive': 'The database can’t archive its log',
  'disk-full': 'The disk is nearly full',
  'prices-silent': 'There is no price to quote',
  'witness-late': 'The head of the books was not told outside',
  'admin-reset': 'Somebody of the staff was let in from the server',
  'watch-silent': 'Nobody watches the house',
} as const
export type Source = keyof typeof SOURCES

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** From where on something is an alarm. */
export const LIMITS = {
  chainLagSeconds: 60,
  /** Nothing new is written down once an hour only. */
  uncheckedMs: 75 * MINUTE_MS,
  jobLateMs: 15 * MINUTE_MS,
  mailUnsentMs: 30 * MINUTE_MS,
  /** A feed that stumbles for a moment is nobody's night. */
  pricelessMs: 5 * MINUTE_MS,
  /** It is told once a day, a few minutes after midnight or as soon as somebody works. */
  anchorAgeMs: 26 * HOUR_MS,
  /** What was done on the machine itself stays before everybody's eyes for so long. */
  letInMs: 72 * HOUR_MS,
  /** Of the disk below DATA_DIR. */
  freeShare: 0.1,
  /** The watch runs each minute. */
  silentMs: 5 * MINUTE_MS,
} as const

/**
 * How often somebody is told who hasn't acknowledged, and how long all has to be well before an
 * alarm is over.
 */
export const REMINDER_INTERVAL_MS = HOUR_MS
export const WELL_MS = 5 * MINUTE_MS
/** How long one look may take before it counts as silent itself. */
export const LOOK_MS = 20_000

export const DAY_MS = 24 * HOUR_MS

/**
 * How long what isn't part of the books is kept; the database refuses less for answers and
 * sessions.
 */
export const RETENTION_MS = {
  answers: 31 * DAY_MS,
  sessions: 90 * DAY_MS,
  /** Longer than the longest window of any limit: by then each bucket is full again. */
  limits: 8 * DAY_MS,
  sandboxMail: 30 * DAY_MS,
  alerts: 365 * DAY_MS,
  /** An uploaded file that no row names: a row may still be on its way, or be restored. */
  orphans: 7 * DAY_MS,
} as const

export type Alert = {
  id: string
  source: string
  title: string
  message: string
  raisedAt: Date
  lastSeenAt: Date
  notifiedAt: Date
  notificationCount: number
  acknowledged: { by: string; at: Date } | null
  wellSince: Date | null
  clearedAt: Date | null
}

export const getAlertTitle = (source: string): string => SOURCES[source as Source] ?? source
