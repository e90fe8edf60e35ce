import { sql } from 'kysely'
import type { Reader } from '#platform/db/db.ts'
import type { ChainProvider, WatchTarget } from '../adapters/chain-provider.ts'

/** A payment that another provider shows in a block, and this one doesn't. */
export type MissingPayment = { txid: string; target: WatchTarget }

const MAX_MISSING = 20
const RECENT_MS = 30 * 86_400_000

/** Returns the newest payments that a provider doesn't show although it has the block's height. */
export async function listMissingPayments(
  reader: Reader,
  { chain, name }: Pick<ChainProvider, 'chain' | 'name'>,
  tipHeight: number,
  now: Date,
): Promise<MissingPayment[]> {
  const { rows } = await sql<{ txid: string } & WatchTarget>`
    select p.txid, p.coin, p.address, a.from_height as "fromHeight"
    from chain_payment p join chain_address a using (chain, coin, address)
    where p.chain = ${chain} and p.first_seen_at > ${new Date(now.getTime() - RECENT_MS)}
      and exists (select from chain_sighting s where s.payment_id = p.id and s.provider <> ${name}
        and s.gone_at is null and s.block_height <= ${tipHeight})
      and not exists (select from chain_sighting s where s.payment_id = p.id
        and s.provider = ${name} and s.gone_at is null and s.block_height is not null)
    order by p.first_seen_at desc limit ${MAX_MISSING}`.execute(reader)

  return rows.map(({ txid, coin, address, fromHeight }) => ({
    txid,
    target: { coin, address, fromHeight },
  }))
}
