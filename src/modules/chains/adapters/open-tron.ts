import type { Clock } from '#platform/clock.ts'
import { nameChainProvider } from '#platform/config/chain-provider-list.ts'
import type { Config } from '#platform/config.ts'
import type { ChainProvider } from './chain-provider.ts'
import { createTronRpc, TRON_MAINNET } from './tron-rpc.ts'
import { createTronGrid } from './trongrid.ts'

type TronConfig = Pick<
  Config,
  'TRON_PROVIDERS' | 'TRON_CHAIN_ID' | 'TRON_USDT_CONTRACT' | 'TRONGRID_KEY'
>

/** Opens the configured providers of TRON. */
export const openTron = (
  config: TronConfig,
  { clock }: { clock: Pick<Clock, 'now'> },
): ChainProvider[] =>
  config.TRON_PROVIDERS.map((provider) => {
    const { kind, url } = provider
    const name = nameChainProvider(provider)
    const usdt = config.TRON_USDT_CONTRACT ?? TRON_MAINNET.usdt
    const key = isTronGrid(url) ? config.TRONGRID_KEY : undefined

    if (kind === 'trongrid') return createTronGrid({ name, base: url, key, usdt, clock })

    const headers = key === undefined ? {} : { 'TRON-PRO-API-KEY': key }
    return createTronRpc({
      name,
      chainId: BigInt(config.TRON_CHAIN_ID),
      usdt,
      rpc: { url, headers },
      clock,
    })
  })

/** The key is for TronGrid alone, which serves java-tron's JSON-RPC too. */
const isTronGrid = (url: string) => /(^|\.)trongrid\.io$/.test(new URL(url).hostname)
