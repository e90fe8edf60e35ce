import type { ColumnType, Generated } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { ChainCursor } from './adapters/chain-provider.ts'
import type { ChainName, PaymentTrace } from './model.ts'

export type ChainTables = {
  chain_provider: {
    chain: ChainName
    name: string
    simulated: boolean
    cursor: ColumnType<ChainCursor | null, string | null | undefined, string | null>
    tip_height: number | null
    tip_hash: string | null
    tip_at: Date | null
    final_height: number | null
    checked_at: Date
    answered_at: Date | null
    problem: string | null
    problem_since: Date | null
    behind: Generated<boolean>
    failures: Generated<number>
    retry_at: Date | null
    claimed_until: Date | null
  }
  chain_address: {
    id: string
    chain: ChainName
    coin: Coin
    address: string
    from_height: number
    created_at: Date
    open_until: Date | null
    recent_until: Date | null
    next_check_at: Date
    checked_at: Date | null
    verified_at: Date | null
  }
  chain_cursor_address: { chain: ChainName; provider: string; address_id: string }
  chain_payment: {
    id: string
    chain: ChainName
    coin: Coin
    txid: string
    output_index: number
    address: string
    units: bigint
    first_seen_at: Date
    revision: Generated<bigint>
    handled_revision: Generated<bigint>
  }
  chain_sighting: {
    payment_id: string
    chain: ChainName
    provider: string
    block_height: number | null
    block_hash: string | null
    block_at: Date | null
    replaceable: boolean
    trace: PaymentTrace
    seen_at: Date
    gone_at: Date | null
  }
  simulated_block: { chain: ChainName; height: number; hash: string; mined_at: Date }
  simulated_transaction: {
    chain: ChainName
    txid: string
    raw: string | null
    replaceable: boolean
    sent_at: Date
    block_height: number | null
    dropped_at: Date | null
  }
  simulated_output: {
    chain: ChainName
    txid: string
    output_index: number
    coin: Coin
    address: string
    units: bigint
  }
  simulated_input: { chain: ChainName; txid: string; spent_txid: string; spent_index: number }
  pool_address: {
    source_id: string
    address: string
    position: number
    retired_at: Date | null
    retired_by: string | null
  }
  issued_address: {
    method: PaymentMethodCode
    address: string
    source_id: string
    derivation_index: number | null
    member_id: string
    deposit_id: string
    lent_at: Date
    returned_at: Date | null
    paid_at: Date | null
  }
}
