/** Values of a series in promtool's notation, by the series. */
export type Series = Record<string, string>

const WEB = '{job="candor-web",instance="127.0.0.1:13000"}'
const WORKER = '{job="candor-worker",instance="127.0.0.1:9464"}'
const always = (value: number) => `${value}x300`
const bucket = (le: string) => `candor_http_request_duration_seconds_bucket{le="${le}"}`

/** What an installation without a problem reports each minute for five hours. */
export const HEALTHY: Series = {
  [`up${WEB}`]: always(1),
  [`up${WORKER}`]: always(1),
  candor_ledger_frozen: always(0),
  candor_integrity_problems: always(0),
  candor_integrity_check_age_seconds: always(3_600),
  candor_chain_lag_seconds: always(1),
  candor_chain_gap_entries: always(0),
  candor_oldest_transaction_seconds: always(0),
  candor_reconciliation_breaks_open: always(0),
  candor_alerts_unacknowledged: always(0),
  candor_watch_age_seconds: always(60),
  candor_backup_age_seconds: always(86_400),
  candor_archive_failing: always(0),
  candor_archive_age_seconds: always(60),
  candor_archive_behind_bytes: always(0),
  candor_backup_report_age_seconds: always(300),
  candor_backup_problem: always(0),
  candor_backup_disk_free_share: always(0.5),
  candor_anchor_age_seconds: always(86_400),
  candor_prices_missing: always(0),
  candor_chain_providers_silent: always(0),
  candor_chain_providers_behind: always(0),
  candor_chain_payments_disputed: always(0),
  candor_chain_addresses_overdue: always(0),
  candor_jobs_failed: always(0),
  candor_jobs_oldest_waiting_seconds: always(1),
  candor_mail_waiting: always(0),
  candor_http_answers_total: '0+100x300',
  candor_http_failures_total: always(0),
  candor_database_waiting: always(0),
  candor_withdrawals_overdue: always(0),
  candor_custody_shortage_dollars: always(0),
  [bucket('1')]: '0+100x300',
  [bucket('2.5')]: '0+100x300',
  [bucket('+Inf')]: '0+100x300',
}

export type Cause = { series: Series; at: string }

const at = (series: Series, time = '2h'): Cause => ({ series, at: time })

/** What makes each rule fire, alone, an hour after the start: the rest is healthy. */
export const CAUSES: Record<string, Cause> = {
  CandorDown: at({ [`up${WEB}`]: always(0) }),
  CandorNoWorker: at({ [`up${WORKER}`]: '' }),
  CandorLedgerFrozen: at({ candor_ledger_frozen: always(1) }),
  CandorIntegrityProblems: at({ candor_integrity_problems: always(2) }),
  CandorIntegrityUnchecked: at({ candor_integrity_check_age_seconds: always(4_501) }),
  CandorChainLag: at({ candor_chain_lag_seconds: always(11) }),
  CandorChainGap: at({ candor_chain_gap_entries: always(1) }),
  CandorLongTransaction: at({ candor_oldest_transaction_seconds: always(61) }),
  CandorBreaks: at({ candor_reconciliation_breaks_open: always(1) }),
  CandorAlertsUnacknowledged: at({ candor_alerts_unacknowledged: always(1) }),
  CandorWatchSilent: at({ candor_watch_age_seconds: always(301) }),
  CandorBackupOld: at({ candor_backup_age_seconds: always(93_601) }),
  CandorArchiveFailing: at({ candor_archive_failing: always(1) }),
  CandorArchiveOld: at({ candor_archive_age_seconds: always(901) }),
  CandorArchiveBehind: at({ candor_archive_behind_bytes: always(2_000_000_000) }),
  CandorBackupReportOld: at({ candor_backup_report_age_seconds: always(1_801) }),
  CandorBackupProblem: at({ candor_backup_problem: always(1) }),
  CandorBackupDiskFull: at({ candor_backup_disk_free_share: always(0.09) }),
  CandorAnchorOld: at({ candor_anchor_age_seconds: always(93_601) }),
  CandorPricesMissing: at({ candor_prices_missing: always(1) }),
  CandorChainProviderSilent: at({ candor_chain_providers_silent: always(1) }),
  CandorChainProviderBehind: at({ candor_chain_providers_behind: always(1) }),
  CandorChainPaymentDisputed: at({ candor_chain_payments_disputed: always(1) }),
  CandorChainAddressesOverdue: at({ candor_chain_addresses_overdue: always(1) }),
  CandorJobsFailed: at({ candor_jobs_failed: always(1) }),
  CandorJobsWaiting: at({ candor_jobs_oldest_waiting_seconds: always(901) }),
  CandorMailWaiting: at({ candor_mail_waiting: '1+1x300' }),
  CandorFailures: at({ candor_http_failures_total: '0+2x300' }),
  CandorSlow: at({ [bucket('1')]: '0+90x300' }),
  CandorDatabaseBusy: at({ candor_database_waiting: always(1) }),
  CandorWithdrawalsOverdue: at({ candor_withdrawals_overdue: always(1) }),
  CandorCustodyShortage: at({ candor_custody_shortage_dollars: always(5) }),
}

/** Read each hour: no backup was ever made, so its age stays unknown. No worker is scraped. */
export const UNKNOWN = {
  CandorFigureUnknown: at({ candor_backup_age_seconds: 'NaN '.repeat(40).trim() }, '30h'),
} as const
