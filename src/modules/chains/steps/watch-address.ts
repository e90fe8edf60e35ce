import { sql } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import { createId } from '#lib/ids.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ChainName } from '../model.ts'
import type { ChainTables } from '../tables.ts'

/** An address that was issued to a member, and until when a payment to it is expected. */
export type WatchAddressInput = {
  chain: ChainName
  coin: Coin
  /** In its canonical spelling. */
  address: string
  /** Until then it is checked every few seconds. */
  openUntil: Date
  /** Until then it is checked every ten minutes, and later for good, less and less often. */
  recentUntil: Date
}

/**
 * Watches an address from the chain's newest block on; one that is watched already is checked
 * often until the later of both times. Returns its id.
 */
export async function watchAddress(tx: Tx, input: WatchAddressInput, now: Date): Promise<string> {
  const { chain, coin, address, openUntil, recentUntil } = input
  const { rows } = await sql<{ id: string }>`
    insert into chain_address as a (id, chain, coin, address, from_height, created_at, open_until,
      recent_until, next_check_at)
    values (${createId('adr')}, ${chain}, ${coin}, ${address},
      ${await readLowestTip(tx, chain)}, ${now}, ${openUntil},
      ${recentUntil > openUntil ? recentUntil : openUntil}, ${now})
    on conflict (chain, coin, address) do update set
      open_until = greatest(a.open_until, excluded.open_until),
      recent_until = greatest(a.recent_until, excluded.recent_until),
      next_check_at = least(a.next_check_at, excluded.next_check_at)
    returning id`.execute(tx)

  const id = rows[0]?.id
  if (!id) throw new Error('an address is inserted or updated')
  return id
}

/** Checks an address often until a time. */
export async function watchOften(
  tx: Tx,
  addressId: string,
  until: { openUntil: Date; recentUntil: Date },
  now: Date,
): Promise<void> {
  await sql`
    update chain_address set
      open_until = greatest(open_until, ${until.openUntil}::timestamptz),
      recent_until = greatest(recent_until, ${until.recentUntil}::timestamptz, ${until.openUntil}),
      next_check_at = least(next_check_at, ${now}::timestamptz)
    where id = ${addressId}`.execute(tx)
}

/**
 * Returns the height from which a payment to a new address can be in a block: the lowest tip of
 * the providers, or 0 while none is known.
 */
async function readLowestTip(tx: Tx, chain: ChainName): Promise<number> {
  const { lowest } = await tx
    .withTables<ChainTables>()
    .selectFrom('chain_provider')
    .select((eb) => eb.fn.min('tip_height').as('lowest'))
    .where('chain', '=', chain)
    .where('problem', 'is', null)
    .executeTakeFirstOrThrow()

  return lowest ?? 0
}
