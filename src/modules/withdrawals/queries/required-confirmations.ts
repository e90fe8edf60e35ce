import { sql } from 'kysely'
import type { Cents } from '#lib/money.ts'
import type { ChainName, NeededConfirmations } from '#modules/chains/model.ts'
import type { Reader } from '#platform/db/db.ts'

/**
 * Returns the confirmations that a payment of so many cents needs on a chain, as they are
 * configured.
 */
export async function getRequiredConfirmations(
  reader: Reader,
  chain: ChainName,
  cents: Cents,
): Promise<NeededConfirmations> {
  const { rows } = await sql<{ needed: number }>`
    select required_confirmations(${chain}, ${cents}) as needed`.execute(reader)

  return rows[0]?.needed || 'final'
}
