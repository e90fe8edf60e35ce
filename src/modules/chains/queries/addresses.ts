import { type RawBuilder, type Selectable, sql } from 'kysely'
import { checkAnyAddress } from '#lib/addresses.ts'
import type { Coin } from '#lib/currencies.ts'
import type { Reader } from '#platform/db/db.ts'
import { readBatch, toBatchQuery } from '#platform/db/read-batch.ts'
import type { WatchTarget } from '../adapters/chain-provider.ts'
import type { CheckSchedule } from '../model/check-times.ts'
import type { ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'

/** An address that is due for a check. */
export type DueAddress = WatchTarget & CheckSchedule & { id: string }

/** The addresses of one round; what is left is due in the next one. */
const MAX_DUE = 20_000

/** Returns the addresses of a chain whose check is due, the longest overdue first. */
export async function listDueAddresses(
  reader: Reader,
  chain: ChainName,
  now: Date,
): Promise<DueAddress[]> {
  const rows = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_address')
    .selectAll()
    .where('chain', '=', chain)
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(MAX_DUE)
    .execute()

  return rows.map(buildAddress)
}

/**
 * Returns every watched address of a chain, and whether the provider's cursor covers it.
 */
export async function listCursorAddresses(
  reader: Reader,
  chain: ChainName,
  provider: string,
): Promise<(WatchTarget & { id: string; isCovered: boolean })[]> {
  const rows = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_address as a')
    .leftJoin('chain_cursor_address as c', (join) =>
      join.onRef('c.address_id', '=', 'a.id').on('c.provider', '=', provider),
    )
    .select(['a.id', 'a.coin', 'a.address', 'a.from_height', 'c.address_id as covered'])
    .where('a.chain', '=', chain)
    .execute()

  return rows.map((row) => ({
    id: row.id,
    coin: row.coin,
    address: row.address,
    fromHeight: row.from_height,
    isCovered: row.covered !== null,
  }))
}

/**
 * Returns the query of an address in its canonical spelling if it was ever given to a member, or is
 * in a pool for it, for `readBatch`.
 */
export function selectPaymentAddresses(coin: Coin | null, text: string) {
  const checked = coin ? checkAnyAddress(coin, text) : null
  const address = checked?.ok ? checked.canonical : ''
  const query: RawBuilder<{ address: string }> = sql`
    select address from chain_address where address = ${address}
    union select address from pool_address where address = ${address}`

  return toBatchQuery(query, {})
}

/** Returns whether an address was ever given to a member, or is in a pool for it. */
export async function isPaymentAddress(
  reader: Reader,
  coin: Coin,
  address: string,
): Promise<boolean> {
  const { rows } = await readBatch(reader, { rows: selectPaymentAddresses(coin, address) })

  return rows.length > 0
}

/** Returns the time of the last check of any provider of a chain. */
export async function readLastCheck(reader: Reader, chain: ChainName): Promise<Date | null> {
  const { last } = await reader
    .withTables<ChainTables>()
    .selectFrom('chain_provider')
    .select((eb) => eb.fn.max('answered_at').as('last'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()

  return last
}

const buildAddress = (row: Selectable<ChainTables['chain_address']>): DueAddress => ({
  id: row.id,
  coin: row.coin,
  address: row.address,
  fromHeight: row.from_height,
  createdAt: row.created_at,
  openUntil: row.open_until,
  recentUntil: row.recent_until,
})
