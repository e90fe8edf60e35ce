import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { NeededConfirmations } from '#modules/chains/model.ts'
import { getDefaultChain, type PaymentMethodCode } from '#modules/settings/model.ts'
import type { Reader } from '#platform/db/db.ts'

/** Returns the confirmations that a payment of so many cents needs, as they are configured. */
export async function getRequiredConfirmations(
  reader: Reader,
  method: PaymentMethodCode,
  cents: Cents,
): Promise<NeededConfirmations> {
  const { rows } = await sql<{ needed: number }>`
    select required_confirmations(${getDefaultChain(method)}, ${cents}) as needed`.execute(reader)

  return rows[0]?.needed || 'final'
}
