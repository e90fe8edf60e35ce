import type { Clock } from '#platform/clock.ts'
import { nameChainProvider } from '#platform/config/chain-provider-list.ts'
import type { Config } from '#platform/config.ts'
import type { ChainProvider } from './chain-provider.ts'
import { createEthereumRpc, ETHEREUM_MAINNET } from './ethereum-rpc.ts'

type EthereumConfig = Pick<
  Config,
  'ETHEREUM_PROVIDERS' | 'ETHEREUM_CHAIN_ID' | 'ETHEREUM_USDT_CONTRACT'
>

/** Opens the configured providers of Ethereum. */
export const openEthereum = (
  config: EthereumConfig,
  { clock }: { clock: Pick<Clock, 'now'> },
): ChainProvider[] =>
  config.ETHEREUM_PROVIDERS.map((provider) =>
    createEthereumRpc({
      name: nameChainProvider(provider),
      chainId: BigInt(config.ETHEREUM_CHAIN_ID),
      usdt: config.ETHEREUM_USDT_CONTRACT ?? ETHEREUM_MAINNET.usdt,
      rpc: { url: provider.url },
      clock,
    }),
  )
