import type { App } from '#platform/app.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { NO_CHAINS } from './chain-provider.ts'
import { openEthereum } from './open-ethereum.ts'
import { openTron } from './open-tron.ts'

type Context = { clock: Pick<Clock, 'now'> }

/** Opens the providers of each chain that the configuration names, in its order. */
export const openChains = (config: Config, context: Context): App['chains'] => ({
  ...NO_CHAINS,
  ethereum: openEthereum(config, context),
  tron: openTron(config, context),
})
