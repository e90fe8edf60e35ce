import {
  type ChainObservation,
  ChainProviderError,
  type WatchTarget,
} from '../adapters/chain-provider.ts'
import { findObservationFault, findTipFault } from '../model/observations.ts'
import { type ChainTip, findGap } from '../model.ts'
import type { ProviderProgress } from '../queries/providers.ts'
import { getTargetKey } from './list-known-payments.ts'
import type { ProviderRound } from './provider-round.ts'

/** The longest call, retries inside the adapter included. */
const CALL_MS = 90_000

/** Asks the provider about the targets. Throws its error when the answer can't be right. */
export async function observeTargets(
  round: ProviderRound,
  targets: readonly WatchTarget[],
  cursor: ProviderProgress['cursor'],
): Promise<ChainObservation> {
  const observation = await awaitAnswer(
    round.provider.observe(
      targets.map(({ coin, address, fromHeight }) => ({ coin, address, fromHeight })),
      cursor,
    ),
  )
  assertUsableTip(round, observation.tip)

  assertObservationValid(round, targets, observation)
  return observation
}

/** Throws `invalid` unless the observation is possible and about the targets alone. */
export function assertObservationValid(
  { app }: ProviderRound,
  targets: readonly WatchTarget[],
  observation: ChainObservation,
): void {
  const keys = new Set(targets.map(getTargetKey))
  const fault = findObservationFault(
    observation,
    (coin, address) => keys.has(getTargetKey({ coin, address })),
    app.clock.now(),
  )
  if (fault) throw new ChainProviderError('invalid', fault)
}

/**
 * A provider that shows less of its chain than it did before doesn't count. One that reads old
 * blocks first may be below another provider: it goes forward, and is shown as behind.
 */
export function assertUsableTip({ app, provider, progress }: ProviderRound, tip: ChainTip): void {
  const fault = findTipFault(tip, app.clock.now())
  if (fault) throw new ChainProviderError('invalid', fault)

  const gap = findGap(provider.chain, tip.height, progress.tipHeight ?? 0)
  if (gap) throw new ChainProviderError('behind', gap)
}

/** Waits for an answer with a limit. An error of any kind is the provider's. */
export async function awaitAnswer<Answer>(call: Promise<Answer>): Promise<Answer> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new ChainProviderError('unreachable', 'It did not answer in time.')),
    CALL_MS,
  )

  try {
    return await Promise.race([call, timeout])
  } catch (error) {
    if (error instanceof ChainProviderError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new ChainProviderError('invalid', message, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
