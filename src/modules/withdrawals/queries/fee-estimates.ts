import type { App } from '#platform/app.ts'
import { type FeeRate, toFeeRate } from '../model.ts'
import { callProvider } from './list-coins.ts'

const MINUTES_PER_BLOCK = 10

/** Returns the fee rates of the provider by the minutes until a confirmation, soonest first. */
export async function listFeeEstimates(
  app: App,
): Promise<readonly { minutes: number; feeRate: FeeRate }[]> {
  const provider = app.chains.bitcoin.find(({ estimateFeeRates }) => estimateFeeRates !== undefined)
  if (!provider) return []
  const rates = await callProvider(provider, async () => await provider.estimateFeeRates?.())

  return [...(rates ?? [])]
    .sort(([one], [other]) => one - other)
    .map(([blocks, rate]) => ({ minutes: blocks * MINUTES_PER_BLOCK, feeRate: toFeeRate(rate) }))
}
