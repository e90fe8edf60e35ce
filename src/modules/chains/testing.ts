import type { Coin } from '#lib/currencies.ts'
import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type { ChainName } from './model.ts'
import { watchAddress } from './steps/watch-address.ts'

const HOUR_MS = 3_600_000

/** An address of the simulated chain, for tests. */
export const TEST_ADDRESSES: Record<Coin, string> = {
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  USDT: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
}

/** Watches an address as for a deposit that is open for an hour. Returns its id. */
export async function watchTestAddress(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  {
    chain = 'bitcoin',
    coin = 'BTC',
    address = TEST_ADDRESSES[coin],
  }: { chain?: ChainName; coin?: Coin; address?: string } = {},
): Promise<string> {
  const now = clock.now()
  const openUntil = new Date(now.getTime() + HOUR_MS)
  const recentUntil = new Date(now.getTime() + 24 * HOUR_MS)
  const input = { chain, coin, address, openUntil, recentUntil }
  return await runInTransaction(db, (tx) => watchAddress(tx, input, now))
}
