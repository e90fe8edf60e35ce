import { sql } from 'kysely'
import type { Coin } from '#lib/currencies.ts'
import { createId } from '#lib/ids.ts'
import type { App } from '#platform/app.ts'
import { simulatePayment } from './commands/simulate-payment.ts'
import type { ChainName } from './model.ts'

const HOUR_MS = 3_600_000

/** An address of the simulated chain, for tests. */
export const TEST_ADDRESSES: Record<Coin, string> = {
  BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ETH: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  USDT: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
}

/** Watches an address as for a deposit that is open for an hour. */
export async function watchTestAddress(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  {
    chain = 'bitcoin',
    coin = 'BTC',
    address = TEST_ADDRESSES[coin],
  }: { chain?: ChainName; coin?: Coin; address?: string } = {},
): Promise<void> {
  const now = clock.now()
  const id = createId('adr')
  const openUntil = new Date(now.getTime() + HOUR_MS)
  const recentUntil = new Date(now.getTime() + 24 * HOUR_MS)
  await sql`
    select watch_address(${id}, ${chain}, ${coin}, ${address}, ${now}, ${openUntil}, ${recentUntil})
  `.execute(db)
}

const CHAIN_OF_COIN: Record<Coin, ChainName> = { BTC: 'bitcoin', ETH: 'ethereum', USDT: 'ethereum' }

/** Pays the test address of a coin on its simulated chain, and returns the transaction id. */
export const payTestAddress = (
  app: App,
  { coin = 'BTC', units = 5n }: { coin?: Coin; units?: bigint } = {},
): Promise<string> =>
  simulatePayment(app, { chain: CHAIN_OF_COIN[coin], coin, address: TEST_ADDRESSES[coin], units })

/** Returns a transaction as the first provider of a chain shows it. */
export const findTestTransaction = async (
  { chains }: Pick<App, 'chains'>,
  txid: string,
  chain: ChainName = 'bitcoin',
) => (await chains[chain][0]?.findTransaction(txid)) ?? null
