import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import type { Tx } from '#platform/db/db.ts'
import { POOL_REST_MS } from '../model.ts'
import { type AddressLoan, buildLoanWatch } from './allocate-derived-address.ts'

/** Between two attempts another transaction has lent the address that this one chose. */
const ATTEMPTS = 3

/**
 * Lends a deposit the address of the pool that was used least recently; null if none is free. A
 * returned one is free after `POOL_REST_MS`.
 */
export async function allocatePoolAddress(
  tx: Tx,
  app: Pick<App, 'clock' | 'config'>,
  loan: AddressLoan,
): Promise<string | null> {
  const now = app.clock.now()
  const restedSince = new Date(now.getTime() - POOL_REST_MS[app.config.MODE])

  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const address = await tryLend(tx, loan, { now, restedSince })
    if (address) return address
  }

  return null
}

async function tryLend(
  tx: Tx,
  loan: AddressLoan,
  { now, restedSince }: { now: Date; restedSince: Date },
): Promise<string | null> {
  const { source, memberId, depositId } = loan
  const { id, method } = source
  const { rows } = await sql<{ address: string }>`
    with free as (
      select p.source_id, p.address from pool_address p
      left join issued_address i on i.method = ${method} and i.address = p.address
      where p.source_id = ${id} and p.retired_at is null
        and (i.address is null or i.derivation_index is null and i.returned_at <= ${restedSince})
      order by i.lent_at nulls first, p.position
      limit 1 for update of p skip locked),
    lent as (
      insert into issued_address (method, address, source_id, member_id, deposit_id, lent_at)
      select ${method}, address, source_id, ${memberId}, ${depositId}, ${now} from free
      on conflict (method, address) do update
        set source_id = excluded.source_id, member_id = excluded.member_id,
          deposit_id = excluded.deposit_id, lent_at = excluded.lent_at, returned_at = null
        where issued_address.returned_at <= ${restedSince}
      returning address)
    select address, ${buildLoanWatch(loan, now, sql`address`)}
    from lent`.execute(tx)

  return rows[0]?.address ?? null
}
