import { sql } from 'kysely'
import type { App } from '#platform/app.ts'
import { POOL_REST_MS } from '../model.ts'

export type PoolAddress = {
  address: string
  /** `waiting`: returned, and not lent again yet. */
  state: 'free' | 'lent' | 'waiting' | 'retired'
  lentAt: Date | null
}

/** Returns the addresses of a pool in its order. */
export async function listPoolAddresses(
  { db, config, clock }: Pick<App, 'db' | 'config' | 'clock'>,
  sourceId: string,
): Promise<PoolAddress[]> {
  const restedSince = new Date(clock.now().getTime() - POOL_REST_MS[config.MODE])
  const { rows } = await sql<PoolAddress>`
    select p.address, i.lent_at as "lentAt", case
      when p.retired_at is not null then 'retired'
      when i.address is null then 'free'
      when i.returned_at is null then 'lent'
      when i.returned_at > ${restedSince} then 'waiting'
      else 'free' end as state
    from pool_address p
    join address_source s on s.id = p.source_id
    left join issued_address i on i.method = s.method and i.address = p.address
    where p.source_id = ${sourceId} order by p.position`.execute(db)

  return rows
}
