import { DomainError } from '#lib/errors.ts'
import { type ChainProvider, ChainProviderError } from '#modules/chains/adapters/chain-provider.ts'
import type { ChainName } from '#modules/chains/model.ts'
import type { App } from '#platform/app.ts'

/**
 * Returns what the primary provider of a chain answers. Throws `provider_unavailable` (503) if
 * there is none, or if its answer doesn't count.
 */
export async function queryReserveProvider<Answer>(
  { chains }: Pick<App, 'chains'>,
  chain: ChainName,
  ask: (provider: ChainProvider) => Promise<Answer>,
): Promise<{ provider: ChainProvider; answer: Answer }> {
  const [provider] = chains[chain]
  if (!provider)
    throw createUnavailableError('No provider is configured for this network. Please add one.')

  try {
    return { provider, answer: await ask(provider) }
  } catch (error) {
    if (!(error instanceof ChainProviderError)) throw error
    throw createUnavailableError(
      'The provider of this network isn’t available. Nothing was recorded. Please try again.',
    )
  }
}

const createUnavailableError = (message: string) =>
  new DomainError('provider_unavailable', 503, message)
