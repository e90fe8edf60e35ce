import { sql } from 'kysely'
import type { PaymentMethodCode } from '#modules/settings/model.ts'
import type { Tx } from '#platform/db/db.ts'

export type RetirePoolAddress = { sourceId: string; address: string; by: string; at: Date }

/** Retires an address of a pool and returns its method; null if it isn't there or is retired. */
export async function retirePoolAddress(
  tx: Tx,
  { sourceId, address, by, at }: RetirePoolAddress,
): Promise<PaymentMethodCode | null> {
  const { rows } = await sql<{ method: PaymentMethodCode }>`
    update pool_address p set retired_at = ${at}, retired_by = ${by}
    from address_source s
    where s.id = p.source_id and p.source_id = ${sourceId} and p.address = ${address}
      and p.retired_at is null
    returning s.method`.execute(tx)

  return rows[0]?.method ?? null
}
