import { sql } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import { HOUR_MS } from '#lib/dates.ts'
import type { ChainName } from '#modules/chains/model.ts'
import { toCustodyAccountCode } from '#modules/ledger/model.ts'
import type { Reader } from '#platform/db/db.ts'
import { parseCustodyCode } from '../model.ts'

export type ReserveTarget = { chain: ChainName; address: string }

/** Payments that the chain shows may wait so long to be recorded in the ledger. */
const UNRECORDED_MS = 2 * HOUR_MS

/** Deposits are credited to the usual place of a coin, so their addresses belong to it. */
const isUsualPlace = (place: string, coin: Coin) =>
  parseCustodyCode(toCustodyAccountCode(coin)).place === place

/**
 * Returns the addresses of a place's coin: its reserve addresses, and for the usual place every
 * address that members were given. At most `limit`, each once.
 */
export async function listReserveTargets(
  reader: Reader,
  { place, coin, limit }: { place: string; coin: Coin; limit: number },
): Promise<ReserveTarget[]> {
  const { rows } = await sql<ReserveTarget>`
    select chain, address from reserve_address
      where place = ${place} and coin = ${coin} and retired_at is null
    union
    select a.chain, a.address from chain_address a
    where a.coin = ${coin} and ${isUsualPlace(place, coin)}
      and not exists (
        select from reserve_address r where r.chain = a.chain and r.coin = a.coin
          and r.address = a.address and r.retired_at is null and r.place <> ${place})
    order by chain, address limit ${limit}`.execute(reader)

  return rows
}

/**
 * Returns the sum of recent payments in blocks that the ledger has not recorded yet, in minor
 * units: the deposits that wait for confirmations.
 */
export async function sumUnrecordedPayments(
  reader: Reader,
  { place, coin, now }: { place: string; coin: Coin; now: Date },
): Promise<bigint> {
  if (!isUsualPlace(place, coin)) return 0n

  const since = new Date(now.getTime() - UNRECORDED_MS)
  const { rows } = await sql<{ units: string }>`
    select coalesce(sum(p.units), 0)::text as units
    from chain_payment p left join deposit_payment m on m.payment_id = p.id
    where p.coin = ${coin} and p.first_seen_at >= ${since} and m.receipt_id is null
      and exists (
        select from chain_sighting s
        where s.payment_id = p.id and s.block_height is not null and s.gone_at is null)`.execute(
    reader,
  )

  return BigInt(rows[0]?.units ?? '0')
}
