import type { App } from '#platform/app.ts'
import { runInTransaction } from '#platform/db/transaction.ts'
import {
  type ChainObservation,
  type ChainProvider,
  ChainProviderError,
  type WatchTarget,
} from '../adapters/chain-provider.ts'
import { findObservationFault, findTipFault } from '../model/observations.ts'
import { type ChainTip, findGap } from '../model.ts'
import { type DueAddress, listCursorAddresses, listDueAddresses } from '../queries/addresses.ts'
import { listMissingPayments } from '../queries/missing-payments.ts'
import { getProviderProgress, type ProviderProgress } from '../queries/providers.ts'
import { beginRealChain } from './begin-real-chain.ts'
import { type ChainClaim, renewClaim } from './claim-chain.ts'
import { coverAddresses } from './cover-addresses.ts'
import { getTargetKey } from './list-known-payments.ts'
import { reconcileObservation } from './reconcile-observation.ts'
import { recordAnswer, recordFailure } from './record-provider.ts'

/** The addresses of one call of a provider that doesn't read blocks. */
const BATCH = 500
/** The longest time between two answers of a provider while no address is due. */
const IDLE_MS = 60_000
/** The longest call, retries inside the adapter included. */
const CALL_MS = 90_000

/** The claim of the round, renewed with each write. */
export type HeldClaim = { claim: ChainClaim }

type Round = {
  app: App
  held: HeldClaim
  provider: ChainProvider
  progress: ProviderProgress
}

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

const isFirstRealAnswer = ({ provider, progress }: Round) =>
  !provider.simulated && progress.answeredAt === null

/** Sets where the watch begins: no earlier than a day before the chain's first answer. */
async function beginRealWatch(round: Round): Promise<readonly DueAddress[]> {
  const { app, provider } = round
  const { chain } = provider
  const at = app.clock.now()
  const tip = await awaitAnswer(provider.readTip())
  assertUsableTip(round, tip)

  await write(round, async (tx) => {
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

async function checkAddresses(round: Round, due: readonly DueAddress[]): Promise<void> {
  if (due.length === 0) return await readIdleTip(round)

  for (let at = 0; at < due.length; at += BATCH) {
    const targets = due.slice(at, at + BATCH)
    const observation = await observe(round, targets, null)
    await store(round, targets, observation)
  }
}

/** New addresses first on their own, then all from the cursor, which is older. */
async function readBlocks(round: Round, isDue: boolean): Promise<void> {
  const { app, provider, progress } = round
  const watched = await listCursorAddresses(app.db, provider.chain, provider.name)
  const all = selectTargets(provider, watched)
  const uncovered = all.filter(({ isCovered }) => !isCovered)
  if (!isDue && uncovered.length === 0) return await readIdleTip(round)
  if (all.length === 0) return await readIdleTip(round)

  const hasCursor = progress.cursor !== null && uncovered.length < all.length
  if (hasCursor && uncovered.length > 0) {
    const first = await observe(round, uncovered, null)
    await store(round, uncovered, first)
  }

  const observation = await observe(round, all, hasCursor ? progress.cursor : null)
  await store(round, all, observation, uncovered)
  await findMissing(round, observation.tip)
}

/** Reads again, one by one, what another provider shows: this one may have left it out once. */
async function findMissing(round: Round, tip: ChainTip): Promise<void> {
  const { app, provider } = round
  const now = app.clock.now()
  const missing = await listMissingPayments(app.db, provider, tip.height, now)

  for (const { txid, target } of missing) {
    const payments = await awaitAnswer(provider.findPayments(txid, target))
    if (payments.length === 0) continue

    const newest = await awaitAnswer(provider.readTip())
    assertUsableTip(round, newest)
    assertValid(round, [target], { tip: newest, payments, completeFrom: 0, cursor: {} })
    const observation = { tip: newest, payments, completeFrom: null }
    const scope = { chain: provider.chain, provider: provider.name, observation, targets: [target] }
    await write(round, async (tx) => void (await reconcileObservation(tx, scope, now)))
  }
}

async function readIdleTip(round: Round): Promise<void> {
  const { app, provider, progress } = round
  const now = app.clock.now()
  if (progress.answeredAt && now.getTime() - progress.answeredAt.getTime() < IDLE_MS) return

  const tip = await awaitAnswer(provider.readTip())
  assertUsableTip(round, tip)
  await write(round, (tx) => recordAnswer(tx, provider, { tip }, now))
}

async function observe(
  round: Round,
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

  assertValid(round, targets, observation)
  return observation
}

function assertValid(
  { app }: Round,
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

/** Stores an observation; `uncovered` are addresses that its cursor covers from now on. */
async function store(
  round: Round,
  targets: readonly WatchTarget[],
  observation: ChainObservation,
  uncovered?: readonly { id: string }[],
): Promise<void> {
  const { provider } = round
  const { chain, name } = provider
  const { tip, cursor } = observation
  const now = round.app.clock.now()

  await write(round, async (tx) => {
    await reconcileObservation(tx, { chain, provider: name, observation, targets }, now)
    await recordAnswer(tx, provider, uncovered ? { tip, cursor } : { tip }, now)
    if (uncovered) await coverAddresses(tx, provider, uncovered)
  })
}

/** Writes while the claim is held. What another process stores meanwhile is newer, and stays. */
async function write(
  { app, held }: Round,
  run: (tx: Parameters<typeof renewClaim>[0]) => Promise<void>,
): Promise<void> {
  await runInTransaction(app.watcherDb, async (tx) => {
    const claim = await renewClaim(tx, held.claim, app.clock.now())
    if (!claim) return

    await run(tx)
    held.claim = claim
  })
}

const storeFailure = (round: Round, { reason, message }: ChainProviderError) =>
  write(round, (tx) =>
    recordFailure(
      tx,
      round.provider,
      { problem: message, isBehind: reason === 'behind' },
      round.app.clock.now(),
    ),
  )

/**
 * A provider that shows less of its chain than it did before doesn't count. One that reads old
 * blocks first may be below another provider: it goes forward, and is shown as behind.
 */
function assertUsableTip({ app, provider, progress }: Round, tip: ChainTip): void {
  const fault = findTipFault(tip, app.clock.now())
  if (fault) throw new ChainProviderError('invalid', fault)

  const gap = findGap(provider.chain, tip.height, progress.tipHeight ?? 0)
  if (gap) throw new ChainProviderError('behind', gap)
}

/** Waits for an answer with a limit. An error of any kind is the provider's. */
async function awaitAnswer<Answer>(call: Promise<Answer>): Promise<Answer> {
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
