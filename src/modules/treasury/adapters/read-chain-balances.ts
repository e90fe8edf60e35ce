import type { Coin } from '#lib/currencies.ts'
import {
  type ChainBalance,
  type ChainProvider,
  ChainProviderError,
} from '#modules/chains/adapters/chain-provider.ts'
import type { ChainName } from '#modules/chains/model.ts'
import type { App } from '#platform/app.ts'
import type { ReserveTarget } from '../queries/reserve-targets.ts'

const CONCURRENT_READS = 4

export type ReadBalance = ChainBalance & ReserveTarget & { provider: string }

/**
 * Returns the balances at one moment: all at the same block of each chain, or twice the same. A
 * coin that moves between two addresses meanwhile is counted once.
 */
export async function readStable(
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
