import { MINUTE_MS } from '#lib/dates.ts'
import type { ChainName } from './payments.ts'

/** Without an answer that counts for so long, a provider is silent. */
export const SILENT_MS = 5 * MINUTE_MS
/** The age at which the newest block of a chain is no longer the newest one. */
const MAX_TIP_AGE_MS: Record<ChainName, number> = {
  bitcoin: 180 * MINUTE_MS,
  ethereum: 5 * MINUTE_MS,
  tron: 3 * MINUTE_MS,
}
/** The number of blocks that a provider may be below another one, read at another moment. */
const MAX_GAP_BLOCKS: Record<ChainName, number> = { bitcoin: 2, ethereum: 10, tron: 40 }

export type ProviderStatus = 'ok' | 'behind' | 'silent'

/** The stored state of a provider. */
export type ProviderState = {
  chain: ChainName
  name: string
  simulated: boolean
  tipHeight: number | null
  tipHash: string | null
  tipAt: Date | null
  finalHeight: number | null
  answeredAt: Date | null
  problem: string | null
  problemSince: Date | null
  isBehind: boolean
}

/**
 * Returns whether a provider's view counts. `highestTip` is the highest tip among the providers of
 * its chain. A simulated chain has blocks only while something waits for them.
 */
export function computeProviderStatus(
  provider: Omit<ProviderState, 'tipHash' | 'finalHeight' | 'problemSince'>,
  highestTip: number,
  now: Date,
): ProviderStatus {
  const { chain, simulated, tipHeight, tipAt, answeredAt, problem, isBehind } = provider
  if (isBehind) return 'behind'
  if (problem !== null || tipHeight === null || tipAt === null || answeredAt === null)
    return 'silent'
  if (now.getTime() - answeredAt.getTime() > SILENT_MS) return 'silent'
  if (findGap(chain, tipHeight, highestTip) !== null) return 'behind'

  const isOld = !simulated && now.getTime() - tipAt.getTime() > MAX_TIP_AGE_MS[chain]
  return isOld ? 'behind' : 'ok'
}

/** Returns how far a newest block is below a known one; null if that is normal. */
export function findGap(chain: ChainName, tipHeight: number, knownHeight: number): string | null {
  const gap = knownHeight - tipHeight
  return gap > MAX_GAP_BLOCKS[chain] ? `Its newest block is ${gap} blocks behind.` : null
}
