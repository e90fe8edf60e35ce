import type { GeneratedAlways } from 'kysely'

export type OperationTables = {
  alert: {
    id: string
    sequence: GeneratedAlways<bigint>
    source: string
    message: string
    raised_at: Date
    last_failed_at: Date
    notified_at: Date
    notification_count: number
    acknowledged_at: Date | null
    acknowledged_by: string | null
    well_since: Date | null
    cleared_at: Date | null
  }
  alert_watch: {
    single_row: boolean
    checked_at: Date | null
  }
  backup_made: {
    id: string
    made_at: Date
    how: 'cluster' | 'dump' | 'pgbackrest'
    bytes: bigint
    seq: bigint | null
  }
  backup_report: {
    single_row: boolean
    reported_at: Date
    machine: string
    problem: string | null
    backups: number
    disk: string
    free_share: number
  }
}
