import type { App } from '#platform/app.ts'
import type { Config } from '#platform/config.ts'
import type { ChainName } from '../model.ts'
import type { ChainProvider } from './chain-provider.ts'
import { openBitcoin } from './open-bitcoin.ts'
import { openEthereum } from './open-ethereum.ts'
import { openTron } from './open-tron.ts'
import { createSimulatedChain } from './simulated-chain.ts'

type Context = Pick<App, 'db' | 'clock'>

/**
 * Opens the providers of each chain that the configuration names, in its order. The sandbox
 * simulates a chain for which none is named.
 */
export function openChains(config: Config, context: Context): App['chains'] {
  const simulate = (chain: ChainName) =>
    config.MODE === 'sandbox' ? openSimulatedChain(context, chain) : []
  const openOrSimulate = (chain: ChainName, configured: readonly ChainProvider[]) =>
    configured.length > 0 ? configured : simulate(chain)

  return {
    bitcoin: openOrSimulate('bitcoin', openBitcoin(config)),
    ethereum: openOrSimulate('ethereum', openEthereum(config, context)),
    tron: openOrSimulate('tron', openTron(config, context)),
  }
}

/**
 * Opens two providers of a simulated chain, so that two can agree. One reads address by address and
 * the other block by block, as real ones do.
 */
const openSimulatedChain = (context: Context, chain: ChainName): ChainProvider[] => [
  createSimulatedChain(context, { chain, name: 'Simulated node A', readsBlocks: false }),
  createSimulatedChain(context, { chain, name: 'Simulated node B', readsBlocks: true }),
]

/** Opens the simulated providers of every chain. */
export const openSimulatedChains = (context: Context): App['chains'] => ({
  bitcoin: openSimulatedChain(context, 'bitcoin'),
  ethereum: openSimulatedChain(context, 'ethereum'),
  tron: openSimulatedChain(context, 'tron'),
})
