import { createNotFoundError } from '#lib/errors.ts'
import type { App } from '#platform/app.ts'
import { ChainProviderError } from '../adapters/chain-provider.ts'
import type { ChainName } from '../model.ts'

export type ProviderTest = { height: number | null; problem: string | null }

/**
 * Reads the newest block from a configured provider. Returns its height, or why it gave none.
 * Throws `not_found` (404) for a provider that isn't configured.
 */
export async function testProvider(
  app: Pick<App, 'chains'>,
  { chain, name }: { chain: ChainName; name: string },
): Promise<ProviderTest> {
  const provider = app.chains[chain].find((one) => one.name === name)
  if (!provider) throw createNotFoundError('The provider')

  try {
    const { height } = await provider.readTip()
    return { height, problem: null }
  } catch (error) {
    if (!(error instanceof ChainProviderError)) throw error
    return { height: null, problem: error.message }
  }
}
