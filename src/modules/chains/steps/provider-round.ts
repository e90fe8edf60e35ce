import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import type {
  ChainObservation,
  ChainProvider,
  ChainProviderError,
  WatchTarget,
} from '../adapters/chain-provider.ts'
import type { ProviderProgress } from '../queries/providers.ts'
import { type ChainClaim, renewClaim } from './claim-chain.ts'
import { coverAddresses } from './cover-addresses.ts'
import { reconcileObservation } from './reconcile-observation.ts'
import { recordAnswer, recordFailure } from './record-provider.ts'

/** The claim of the round, renewed with each write. */
export type HeldClaim = { claim: ChainClaim }

export type ProviderRound = {
  app: App
  held: HeldClaim
  provider: ChainProvider
  progress: ProviderProgress
}

/** Stores an observation; `uncovered` are addresses that its cursor covers from now on. */
export async function storeObservation(
  round: ProviderRound,
  targets: readonly WatchTarget[],
  observation: ChainObservation,
  uncovered?: readonly { id: string }[],
): Promise<void> {
  const { provider } = round
  const { chain, name } = provider
  const { tip, cursor } = observation
  const now = round.app.clock.now()

  await writeWhileHeld(round, async (tx) => {
    await reconcileObservation(tx, { chain, provider: name, observation, targets }, now)
    await recordAnswer(tx, provider, uncovered ? { tip, cursor } : { tip }, now)
    if (uncovered) await coverAddresses(tx, provider, uncovered)
  })
}

/** Writes while the claim is held. What another process stores meanwhile is newer, and stays. */
export async function writeWhileHeld(
  { app, held }: ProviderRound,
  run: (tx: Parameters<typeof renewClaim>[0]) => Promise<void>,
): Promise<void> {
  await runInTransaction(app.watcherDb, async (tx) => {
    const claim = await renewClaim(tx, held.claim, app.clock.now())
    if (!claim) return

    await run(tx)
    held.claim = claim
  })
}

/** Stores the failure of a call as the provider's problem. */
export const storeFailure = (round: ProviderRound, { reason, message }: ChainProviderError) =>
  writeWhileHeld(round, (tx) =>
    recordFailure(
      tx,
      round.provider,
      { problem: message, isBehind: reason === 'behind' },
      round.app.clock.now(),
    ),
  )
