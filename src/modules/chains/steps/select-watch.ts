import { type RawBuilder, sql } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import { createId } from '#lib/ids.ts'
import { AFTER_QUOTE_MS, type ChainName } from '../model.ts'

/** An address of a quote that ends at `expiresAt`. */
export type QuotedAddress = { chain: ChainName; coin: Coin; at: Date; expiresAt: Date }

/**
 * Returns the call that puts an address under watch for good: often while its quote is open, and
 * every few minutes for 30 days more. It is part of a statement, so that a quote sends few of them.
 */
export const buildWatchCall = (
  { chain, coin, at, expiresAt }: QuotedAddress,
  address: RawBuilder<unknown>,
): RawBuilder<string> =>
  sql`watch_address(${createId('adr')}, ${chain}, ${coin}, ${address}, ${at}, ${expiresAt},
    ${new Date(expiresAt.getTime() + AFTER_QUOTE_MS)})::text`
