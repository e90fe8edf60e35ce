import { type Coin, isCoin } from '#lib/currencies.ts'
import type { Currency } from '#lib/money.ts'
import { ChainProviderError } from '#modules/chains/adapters/chain-provider.ts'
import type { ChainName } from '#modules/chains/model.ts'
import type { App } from '#platform/app.ts'
import { listReserveTargets, sumUnrecordedPayments } from '../queries/reserve-targets.ts'
import type { OutsideBalances, OutsideFigure } from './outside-balances.ts'
import { type ReadBalance, readStable } from './read-chain-balances.ts'

type Context = Pick<App, 'db' | 'clock' | 'chains' | 'log'>

const CHAINS_OF: Record<Coin, readonly ChainName[]> = {
  BTC: ['bitcoin'],
  ETH: ['ethereum'],
  USDT: ['ethereum', 'tron'],
}

/** The addresses of a place that are read; with more its balance stays unknown. */
const MAX_TARGETS = 5_000

/**
 * Reads the balances of coins from the primary provider of each chain: the sum over the addresses
 * of a place. A balance is unknown (null) without an address, and when any provider is behind,
 * silent or changing: it is never a partial sum. `other` reports the currencies without a
 * configured provider.
 */
export function createChainOutside(context: Context, other: OutsideBalances): OutsideBalances {
  return {
    balanceOf: async (place, currency) =>
      isCoin(currency) && hasProvider(context.chains, currency)
        ? await readPlace(context, place, currency)
        : await other.balanceOf(place, currency),
  }
}

/** Returns whether a provider of a real chain is configured for a coin. */
const hasProvider = (chains: App['chains'], currency: Currency): boolean =>
  isCoin(currency) &&
  CHAINS_OF[currency].some((chain) => chains[chain].some(({ simulated }) => !simulated))

async function readPlace(
  { db, clock, chains, log }: Context,
  place: string,
  coin: Coin,
): Promise<OutsideFigure | null> {
  const targets = await listReserveTargets(db, { place, coin, limit: MAX_TARGETS + 1 })
  if (targets.length === 0) return null

  try {
    if (targets.length > MAX_TARGETS)
      throw new ChainProviderError('invalid', `more than ${MAX_TARGETS} addresses`)

    const balances = await readStable(chains, coin, targets)
    const unrecorded = await sumUnrecordedPayments(db, { place, coin, now: clock.now() })
    return buildFigure(balances, unrecorded, clock.now())
  } catch (error) {
    if (!(error instanceof ChainProviderError)) throw error
    log.warn({ place, coin, why: error.message }, 'the balance of a place on chain isn’t known')
    return null
  }
}

/** The ledger's current balance is compared: payments that it doesn't have yet are left out. */
function buildFigure(
  balances: readonly ReadBalance[],
  unrecorded: bigint,
  asOf: Date,
): OutsideFigure {
  const total = balances.reduce((sum, { units }) => sum + units, 0n)
  if (unrecorded > total)
    throw new ChainProviderError('behind', 'less is held than was paid and not yet recorded')

  const blocks = [...Map.groupBy(balances, ({ chain }) => chain)].map(([chain, own]) => {
    const height = Math.min(...own.map(({ block }) => block.height))
    return `${chain} block ${height}, ${own.length} addresses`
  })

  return {
    units: total - unrecorded,
    asOf,
    source: [...new Set(balances.map(({ provider }) => provider))].join(', '),
    evidence: blocks.join('; '),
  }
}
