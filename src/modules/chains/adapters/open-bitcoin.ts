import { isOfBitcoinNetwork } from '#lib/addresses.ts'
import { nameChainProvider } from '#platform/config/chain-provider-list.ts'
import type { Config } from '#platform/config.ts'
import { createBitcoinCore } from './bitcoin-core.ts'
import type { ChainProvider } from './chain-provider.ts'
import { createEsplora } from './esplora.ts'

type BitcoinConfig = Pick<Config, 'BITCOIN_PROVIDERS' | 'BITCOIN_NETWORK'>

/** Opens the configured providers of Bitcoin on the configured network. */
export const openBitcoin = ({
  BITCOIN_PROVIDERS,
  BITCOIN_NETWORK: network,
}: BitcoinConfig): ChainProvider[] =>
  BITCOIN_PROVIDERS.map((setting) => {
    const { kind, url } = setting
    const options = { name: nameChainProvider(setting), url, network }
    const provider = kind === 'core' ? createBitcoinCore(options) : createEsplora(options)

    return { ...provider, hasAddress: (address) => isOfBitcoinNetwork(address, network) }
  })
