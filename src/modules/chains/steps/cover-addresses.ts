import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ChainProvider } from '../adapters/chain-provider.ts'

/** Records the addresses that a provider's cursor covers from now on. */
export async function coverAddresses(
  tx: Tx,
  { chain, name }: Pick<ChainProvider, 'chain' | 'name'>,
  addresses: readonly { id: string }[],
): Promise<void> {
  if (addresses.length === 0) return
  await sql`
    insert into chain_cursor_address (chain, provider, address_id)
    select ${chain}, ${name}, id from unnest(${addresses.map(({ id }) => id)}::text[]) as a (id)
    on conflict do nothing`.execute(tx)
}
