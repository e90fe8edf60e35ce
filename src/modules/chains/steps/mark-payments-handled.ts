import { sql } from 'kysely'
import type { Tx } from '#platform/db/db.ts'
import type { ChainPayment } from '../model.ts'

/** Records that payments were handled as they were read; a later change is to be handled again. */
export async function markPaymentsHandled(
  tx: Tx,
  payments: readonly Pick<ChainPayment, 'id' | 'revision'>[],
): Promise<void> {
  if (payments.length === 0) return
  await sql`
    update chain_payment p set handled_revision = greatest(p.handled_revision, h.revision)
    from unnest(${payments.map(({ id }) => id)}::text[],
      ${payments.map(({ revision }) => revision)}::bigint[]) as h (id, revision)
    where p.id = h.id`.execute(tx)
}
