import { sql } from 'kysely'
import { SAMPLE_ADDRESSES } from '#modules/settings/model.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { ChainName } from '../model.ts'
import { isGenuine, type Origin } from '../queries/verify-address.ts'

/** The addresses of one round, newest first: deriving one takes about a millisecond. */
const VERIFIED_AT_ONCE = 500

type Unverified = { id: string; address: string; origins: Origin[] | null; isShared: boolean }

/**
 * Verifies the new addresses of a chain: each is derived again from its approved source, or is in
 * an approved pool or among the approved receiving addresses. What another address is paid is no
 * evidence.
 */
export async function verifyNewAddresses(app: App, chain: ChainName): Promise<void> {
  const { rows } = await sql<Unverified>`
    select a.id, a.address,
      exists (select from receiving_address r
        where r.address = a.address and ledger.is_payment_method(r.method, a.coin)) as "isShared",
      (select jsonb_agg(jsonb_build_object('address', i.address, 'index', i.derivation_index,
          'chain', s.chain, 'accountKey', s.account_key, 'scriptType', s.script_type,
          'addresses', s.addresses))
        from issued_address i join address_source s on s.id = i.source_id
        where i.address = a.address and s.chain = a.chain
          and ledger.is_payment_method(i.method, a.coin)) as origins
    from chain_address a
    where a.chain = ${chain} and a.verified_at is null
    order by a.created_at desc limit ${VERIFIED_AT_ONCE}`.execute(app.db)

  const genuine = rows.filter(
    ({ address, origins, isShared }) =>
      isShared || isSample(app, address) || origins?.some(isGenuine),
  )
  if (genuine.length === 0) return

  await runInTransaction(app.watcherDb, (tx) =>
    sql`
      update chain_address set verified_at = ${app.clock.now()}
      where id = any(${genuine.map(({ id }) => id)}::text[])`.execute(tx),
  )
}

/** The sandbox's own addresses are in no table. */
const isSample = ({ config }: App, address: string): boolean =>
  config.MODE === 'sandbox' && Object.values(SAMPLE_ADDRESSES).includes(address)
