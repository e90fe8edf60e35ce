import type { WatchTarget } from './chain-provider.ts'
import { type EvmMemory, getTargetKey } from './evm-cursor.ts'

/** Targets that are scanned over the same blocks; none where `from` is above `to`. */
export type TargetScan = { targets: readonly WatchTarget[]; from: number; to: number }

export type ScanPlan = {
  main: TargetScan
  /** Targets that are so far behind that they are scanned in parts, apart from the others. */
  lagging: TargetScan | null
  to: number
  completeFrom: number
}

/** Blocks of Ethereum are read whole for ETH, so one call reads fewer of them. */
const MAX_ETHER_BLOCKS = 100

type Limits = { maxBlocks: number }

/** Decides which blocks to scan for which targets. `head` is at or above the memory. */
export function planScan(
  targets: readonly WatchTarget[],
  memory: EvmMemory | null,
  head: number,
  limits: Limits,
): ScanPlan {
  const maxBlocks = targets.some(({ coin }) => coin === 'ETH')
    ? Math.min(MAX_ETHER_BLOCKS, limits.maxBlocks)
    : limits.maxBlocks
  const first = Math.min(head, ...targets.map(({ fromHeight }) => fromHeight))
  const next = memory ? memory.height + 1 : first

  const getStart = (target: WatchTarget) => {
    const state = memory?.targets.get(getTargetKey(target))
    return Math.min(next, state ? state.to + 1 : target.fromHeight)
  }
  const earliest = Math.min(next, ...targets.map(getStart))
  const isLagging = next - earliest > maxBlocks
  const from = isLagging ? next : earliest
  const to = Math.max(next - 1, Math.min(head, from + maxBlocks - 1))

  const behind = isLagging ? targets.filter((target) => getStart(target) < next) : []
  const main = targets.filter((target) => !behind.includes(target))

  return {
    main: { targets: main, from, to },
    lagging: isLagging
      ? { targets: behind, from: earliest, to: Math.min(earliest + maxBlocks - 1, next - 1) }
      : null,
    to,
    completeFrom: from,
  }
}
