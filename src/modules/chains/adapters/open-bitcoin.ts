import { nameChainProvider } from '#platform/config/chain-provider-list.ts'
import type { Config } from '#platform/config.ts'
import { createBitcoinCore } from './bitcoin-core.ts'
import type { ChainProvider } from './chain-provider.ts'
import { createEsplora } from './esplora.ts'

/** Opens the configured providers of Bitcoin's main network. */
export const openBitcoin = ({
  BITCOIN_PROVIDERS,
}: Pick<Config, 'BITCOIN_PROVIDERS'>): ChainProvider[] =>
  BITCOIN_PROVIDERS.map((setting) => {
    const { kind, url } = setting
    const options = { name: nameChainProvider(setting), url, network: 'mainnet' } as const
    return kind === 'core' ? createBitcoinCore(options) : createEsplora(options)
  })
