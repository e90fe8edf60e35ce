import type { App } from '#platform/app.ts'
import {
  type ChainProvider,
  ChainProviderError,
  type WatchTarget,
} from '../adapters/chain-provider.ts'
import { type DueAddress, listCursorAddresses, listDueAddresses } from '../queries/addresses.ts'
import { getProviderProgress } from '../queries/providers.ts'
import { assertUsableTip, awaitAnswer, observeTargets } from './await-answer.ts'
import { beginRealChain } from './begin-real-chain.ts'
import { findMissing } from './find-missing.ts'
import {
  type HeldClaim,
  type ProviderRound,
  storeFailure,
  storeObservation,
  writeWhileHeld,
} from './provider-round.ts'
import { recordAnswer } from './record-provider.ts'

/** The addresses of one call of a provider that doesn't read blocks. */
const BATCH = 500
/** The longest time between two answers of a provider while no address is due. */
const IDLE_MS = 60_000

/**
 * Asks a provider about the due addresses, and stores what it shows. An answer that can't be right,
 * or none, is stored as the provider's problem and changes no payment.
 */
export async function checkProvider(
  app: App,
  held: HeldClaim,
  provider: ChainProvider,
  due: readonly DueAddress[],
): Promise<void> {
  const now = app.clock.now()
  const progress = await getProviderProgress(app.db, provider.chain, provider.name)
  if (progress.retryAt && progress.retryAt > now) return

  const round = { app, held, provider, progress }

  try {
    const targets = isFirstRealAnswer(round) ? await beginRealWatch(round) : due
    if (provider.readsBlocks) await readBlocks(round, due.length > 0)
    else await checkAddresses(round, selectTargets(provider, targets))
  } catch (error) {
    if (!(error instanceof ChainProviderError)) throw error
    await storeFailure(round, error)
  }
}

const isFirstRealAnswer = ({ provider, progress }: ProviderRound) =>
  !provider.simulated && progress.answeredAt === null

/** Sets where the watch begins: no earlier than a day before the chain's first answer. */
async function beginRealWatch(round: ProviderRound): Promise<readonly DueAddress[]> {
  const { app, provider } = round
  const { chain } = provider
  const at = app.clock.now()
  const tip = await awaitAnswer(provider.readTip())
  assertUsableTip(round, tip)

  await writeWhileHeld(round, async (tx) => {
    await beginRealChain(tx, { chain, height: tip.height, at })
    await recordAnswer(tx, provider, { tip }, at)
  })

  return await listDueAddresses(app.db, chain, at)
}

/** Returns the targets that can be paid on the provider's network. */
const selectTargets = <Target extends WatchTarget>(
  { hasAddress }: ChainProvider,
  targets: readonly Target[],
): readonly Target[] =>
  hasAddress ? targets.filter(({ address }) => hasAddress(address)) : targets

async function checkAddresses(round: ProviderRound, due: readonly DueAddress[]): Promise<void> {
  if (due.length === 0) return await readIdleTip(round)

  for (let at = 0; at < due.length; at += BATCH) {
    const targets = due.slice(at, at + BATCH)
    const observation = await observeTargets(round, targets, null)
    await storeObservation(round, targets, observation)
  }
}

/** New addresses first on their own, then all from the cursor, which is older. */
async function readBlocks(round: ProviderRound, isDue: boolean): Promise<void> {
  const { app, provider, progress } = round
  const watched = await listCursorAddresses(app.db, provider.chain, provider.name)
  const all = selectTargets(provider, watched)
  const uncovered = all.filter(({ isCovered }) => !isCovered)
  if (!isDue && uncovered.length === 0) return await readIdleTip(round)
  if (all.length === 0) return await readIdleTip(round)

  const hasCursor = progress.cursor !== null && uncovered.length < all.length
  if (hasCursor && uncovered.length > 0) {
    const first = await observeTargets(round, uncovered, null)
    await storeObservation(round, uncovered, first)
  }

  const observation = await observeTargets(round, all, hasCursor ? progress.cursor : null)
  await storeObservation(round, all, observation, uncovered)
  await findMissing(round, observation.tip)
}

async function readIdleTip(round: ProviderRound): Promise<void> {
  const { app, provider, progress } = round
  const now = app.clock.now()
  if (progress.answeredAt && now.getTime() - progress.answeredAt.getTime() < IDLE_MS) return

  const tip = await awaitAnswer(provider.readTip())
  assertUsableTip(round, tip)
  await writeWhileHeld(round, (tx) => recordAnswer(tx, provider, { tip }, now))
}
