import type { GeneratedAlways } from 'kysely'

export type OperationTables = {
  alarm: {
    id: string
    sequence: GeneratedAlways<bigint>
    source: string
    said: string
    raised_at: Date
    seen_at: Date
    told_at: Date
    told_times: number
    acknowledged_at: Date | null
    acknowledged_by: string | null
    well_since: Date | null
    cleared_at: Date | null
  }
  alarm_watch: {
    single_row: boolean
    looked_at: Date | null
    silence_told_at: Date | null
  }
  backup_made: {
    id: string
    made_at: Date
    how: 'cluster' | 'dump'
    bytes: bigint
    seq: bigint
  }
}
