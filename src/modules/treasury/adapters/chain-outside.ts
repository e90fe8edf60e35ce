import { type Coin, isCoin } from '#lib/currencies.ts'
import type { Currency } from '#lib/money.ts'
import {
  type ChainBalance,
  type ChainProvider,
  ChainProviderError,
} from '#modules/chains/adapters/chain-provider.ts'
import type { ChainName } from '#modules/chains/model.ts'
import type { App } from '#platform/app.ts'
import {
  listReserveTargets,
  type ReserveTarget,
  sumUnrecordedPayments,
} from '../queries/reserve-targets.ts'
import type { OutsideBalances, OutsideFigure } from './outside-balances.ts'

type Context = Pick<App, 'db' | 'clock' | 'chains' | 'log'>

const CHAINS_OF: Record<Coin, readonly ChainName[]> = {
  BTC: ['bitcoin'],
  ETH: ['ethereum'],
  USDT: ['ethereum', 'tron'],
}
/** The addresses of a place that are read; with more its balance stays unknown. */
const MAX_TARGETS = 5_000
const CONCURRENT_READS = 4

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

type ReadBalance = ChainBalance & ReserveTarget & { provider: string }

/**
 * Returns the balances at one moment: all at the same block of each chain, or twice the same. A
 * coin that moves between two addresses meanwhile is counted once.
 */
async function readStable(
  chains: App['chains'],
  coin: Coin,
  targets: readonly ReserveTarget[],
): Promise<readonly ReadBalance[]> {
  const first = await readAll(chains, coin, targets)
  const isOneBlock = [...Map.groupBy(first, ({ chain }) => chain).values()].every(
    (own) => new Set(own.map(({ block }) => block.hash)).size === 1,
  )
  if (isOneBlock) return first

  const second = await readAll(chains, coin, targets)
  if (second.some(({ units }, index) => units !== first[index]?.units))
    throw new ChainProviderError('behind', 'balances changed while they were read')

  return first
}

async function readAll(
  chains: App['chains'],
  coin: Coin,
  targets: readonly ReserveTarget[],
): Promise<ReadBalance[]> {
  const found: ReadBalance[] = []

  for (let start = 0; start < targets.length; start += CONCURRENT_READS)
    found.push(
      ...(await Promise.all(
        targets.slice(start, start + CONCURRENT_READS).map(async (target) => {
          const provider = getProvider(chains, target.chain)
          const balance = await provider.readBalance(coin, target.address)
          return { ...target, ...balance, provider: provider.name }
        }),
      )),
    )

  return found
}

function getProvider(chains: App['chains'], chain: ChainName): ChainProvider {
  const [provider] = chains[chain]
  if (provider && !provider.simulated) return provider
  throw new ChainProviderError('unreachable', `no provider is configured for ${chain}`)
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
