import type { Generated } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import type { ChainCursor } from './adapters/chain-provider.ts'
import type { ChainName, PaymentTrace } from './model.ts'

export type ChainTables = {
  chain_provider: {
    chain: ChainName
    name: string
    cursor: ChainCursor | null
    tip_height: number | null
    tip_hash: string | null
    tip_at: Date | null
    final_height: number | null
    checked_at: Date
    answered_at: Date | null
    problem: string | null
    problem_since: Date | null
  }
  chain_address: {
    id: string
    chain: ChainName
    coin: Coin
    address: string
    from_height: number
    created_at: Date
    next_check_at: Date
    checked_at: Date | null
  }
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
}
