import { DomainError } from '#lib/errors.ts'
import { type ChainProvider, ChainProviderError } from '#modules/chains/adapters/chain-provider.ts'
import type { PayoutInput } from '#modules/chains/queries.ts'
import type { App } from '#platform/app.ts'
import type { BitcoinWallet } from './bitcoin-wallet.ts'

type UnspentProvider = ChainProvider &
  Required<Pick<ChainProvider, 'listUnspent' | 'readRawTransaction'>>

const canListUnspent = (provider: ChainProvider): provider is UnspentProvider =>
  provider.listUnspent !== undefined && provider.readRawTransaction !== undefined

/** Returns the provider of Bitcoin that lists unspent outputs. Throws `no_provider` (409). */
export function getUnspentProvider({ chains }: Pick<App, 'chains'>): UnspentProvider {
  const provider = chains.bitcoin.find(canListUnspent)
  if (provider) return provider

  throw new DomainError(
    'no_provider',
    409,
    'No provider of Bitcoin is connected, so the coin to spend is not known. Export a table ' +
      'instead.',
  )
}

/** Returns the confirmed coin at the operator's addresses. Throws `provider_failed` (503). */
export async function listCoins(
  app: Pick<App, 'chains'>,
  { addresses }: BitcoinWallet,
): Promise<PayoutInput[]> {
  const provider = getUnspentProvider(app)
  const coins: PayoutInput[] = []

  for (const { address, step } of addresses)
    for (const output of await callProvider(provider, () => provider.listUnspent(address))) {
      const { txid, outputIndex, units, block } = output
      if (block === null) continue
      const rawHex = await callProvider(provider, () => provider.readRawTransaction(txid))
      coins.push({ txid, outputIndex, units, step, rawHex })
    }

  return coins
}

/** Calls a provider. Throws `provider_failed` (503) when it gives no answer that counts. */
export async function callProvider<Answer>(
  { name }: ChainProvider,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ChainProviderError)) throw error
    throw new DomainError('provider_failed', 503, `${name} can’t be reached. Try again.`)
  }
}
