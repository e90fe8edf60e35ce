import { type ChainProvider, ChainProviderError } from '#modules/chains/adapters/chain-provider.ts'
import type { PayoutTransaction } from './payout-transaction.ts'

/**
 * Returns whether every provider that lists unspent outputs shows that an input of a transaction is
 * spent. It is for a transaction that the chain does not have: another one has spent the input.
 */
export async function isSpentElsewhere(
  providers: readonly ChainProvider[],
  { inputs, inputAddresses }: Pick<PayoutTransaction, 'inputs' | 'inputAddresses'>,
): Promise<boolean> {
  if (inputs.length === 0) return false
  const listing = providers.filter(({ listUnspent }) => listUnspent !== undefined)
  if (listing.length === 0) return false

  try {
    const answers = await Promise.all(
      listing.map((provider) => hasSpentInput(provider, inputs, inputAddresses)),
    )
    return answers.every(Boolean)
  } catch (error) {
    if (error instanceof ChainProviderError) return false
    throw error
  }
}

async function hasSpentInput(
  provider: ChainProvider,
  inputs: readonly string[],
  addresses: readonly string[],
): Promise<boolean> {
  const unspent = new Set<string>()

  for (const address of new Set(addresses))
    for (const output of (await provider.listUnspent?.(address)) ?? [])
      unspent.add(`${output.txid}:${output.outputIndex}`)

  return inputs.some((input) => !unspent.has(input))
}
