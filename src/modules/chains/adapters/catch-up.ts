import type { PaymentSighting } from '../model.ts'
import {
  type ChainCursor,
  type ChainObservation,
  ChainProviderError,
  type WatchTarget,
} from './chain-provider.ts'

/** An observation of a part of the blocks; complete when its tip is the newest block. */
export type PartialObservation = ChainObservation & { headHeight: number }

type ObservePart = (
  targets: readonly WatchTarget[],
  cursor: ChainCursor | null,
) => Promise<PartialObservation>

type Progress = {
  cursor: ChainCursor | null
  payments: readonly PaymentSighting[]
  completeFrom: number
}

const MAX_CALLS = 4

/**
 * Returns an `observe` that scans a part of the blocks in each call after a long outage. Until the
 * newest block is reached it throws `behind` and remembers in this process what it found, so that
 * the same call continues there; after a restart it begins again at the cursor.
 */
export function createCatchUp(observePart: ObservePart) {
  const unfinished = new Map<string, Progress>()

  return async (
    targets: readonly WatchTarget[],
    cursor: ChainCursor | null,
  ): Promise<ChainObservation> => {
    const key = JSON.stringify([cursor, targets])
    const before = unfinished.get(key)
    const { headHeight, ...part } = await observePart(targets, before ? before.cursor : cursor)
    const earlier = before?.payments ?? []
    const observation = {
      ...part,
      completeFrom: Math.min(before?.completeFrom ?? part.completeFrom, part.completeFrom),
      payments: [
        ...earlier.filter(({ block }) => (block?.height ?? 0) < part.completeFrom),
        ...part.payments,
      ],
    }

    unfinished.delete(key)
    if (part.tip.height >= headHeight) return observation

    unfinished.set(key, observation)
    for (const oldest of [...unfinished.keys()].slice(0, -MAX_CALLS)) unfinished.delete(oldest)
    throw new ChainProviderError(
      'behind',
      `is being read: ${headHeight - part.tip.height} blocks are left`,
    )
  }
}
