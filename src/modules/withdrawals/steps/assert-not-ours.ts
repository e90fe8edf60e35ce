import type { Coin } from '#lib/currencies.ts'
import { isPaymentAddress } from '#modules/chains/queries.ts'
import type { Tx } from '#platform/db/db.ts'
import { createOwnAddressError } from '../model.ts'

/** Throws `invalid_address` (400) for an address that members pay us at, or of a pool for that. */
export async function assertNotOurs(
  tx: Tx,
  { coin, address }: { coin: Coin; address: string },
  field: string,
): Promise<void> {
  if (await isPaymentAddress(tx, coin, address)) throw createOwnAddressError(field)
}
