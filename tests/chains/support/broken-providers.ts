import type { ChainProvider } from '../../../src/modules/chains/adapters/chain-provider.ts'
import type { ChainName } from '../../../src/modules/chains/model.ts'
import type { App } from '../../../src/platform/app.ts'

type Observe = ChainProvider['observe']
type Break = (observe: Observe, ...call: Parameters<Observe>) => ReturnType<Observe>

const breakProvider = (provider: ChainProvider, fault: Break | undefined): ChainProvider =>
  fault ? { ...provider, observe: (...call) => fault(provider.observe, ...call) } : provider

/** Returns the application with the second provider broken, or each by its own fault. */
export function breakProviders<Watched extends App>(
  app: Watched,
  chain: ChainName,
  ...[fault, other]: Break[]
): Watched {
  const [first, second] = app.chains[chain]
  if (!first || !second) throw new Error('two providers are open')

  const broken = [breakProvider(first, other), breakProvider(second, fault)]
  return { ...app, chains: { ...app.chains, [chain]: broken } }
}

export const fail: Break = () => Promise.reject(new Error('It answered 429 Too Many Requests.'))

export const raiseAmounts: Break = async (observe, ...call) => {
  const observation = await observe(...call)
  const payments = observation.payments.map((one) => ({ ...one, units: one.units * 10n }))
  return { ...observation, payments }
}

export const answerOldTip: Break = async (observe, ...call) => {
  const observation = await observe(...call)
  const height = observation.tip.height - 50
  return { ...observation, tip: { ...observation.tip, height, finalHeight: null }, payments: [] }
}
