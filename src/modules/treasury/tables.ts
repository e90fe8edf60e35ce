import type { Generated, GeneratedAlways } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import type { Day } from '#lib/dates.ts'
import type { ChainName, MessageFormat } from '#modules/chains/model.ts'
import type { AccountCode } from '#modules/ledger/model.ts'
import type { BalanceSource, BreakResolutionKind, WalletKind } from './model.ts'

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
  reserve_address: {
    id: string
    chain: ChainName
    coin: Coin
    address: string
    place: string
    wallet: WalletKind
    added_by: string
    added_at: Date
    retired_by: string | null
    retired_at: Date | null
  }
  reserve_challenge: {
    id: string
    sequence: GeneratedAlways<bigint>
    address_id: string
    nonce: string
    block_height: number
    block_hash: string
    statement: string
    prepared_by: string
    prepared_at: Date
    expires_at: Date
  }
  reserve_statement: {
    challenge_id: string
    signature: string
    format: MessageFormat
    units: bigint
    balance_height: number
    balance_hash: string
    balance_at: Date
    provider: string
    simulated: boolean
    verified_at: Date
    recorded_by: string
  }
}
