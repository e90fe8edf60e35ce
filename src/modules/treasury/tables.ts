import type { Generated, GeneratedAlways } from 'kysely'
import type { Day } from '#lib/dates.ts'
import type { AccountCode } from '#modules/ledger/model.ts'
import type { BalanceSource, BreakResolutionKind } from './model.ts'

export type TreasuryTables = {
  outside_balance: {
    id: string
    sequence: GeneratedAlways<bigint>
    account: AccountCode
    units: bigint
    as_of: Date
    source: BalanceSource
    stated_by: string
    evidence: string
    recorded_by: string
    recorded_at: Date
    book_units: bigint
    difference: GeneratedAlways<bigint>
    break_id: string | null
  }
  reconciliation_break: {
    id: string
    account: AccountCode
    opened_by_balance: string
    difference: bigint
    opened_at: Date
    due_at: Date
    owner_id: string | null
    taken_at: Date | null
    reminded_on: Day | null
    resolved_at: Date | null
    resolved_by: string | null
    resolved_as: BreakResolutionKind | null
    resolution: string | null
    resolved_by_balance: string | null
    approval_id: Generated<string | null>
  }
}
