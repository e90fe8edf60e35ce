import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { type ChainCursor, ChainProviderError, type WatchTarget } from './chain-provider.ts'
import { type EvmReads, listHeights } from './evm-reads.ts'
import type { EvmHeader } from './evm-schemas.ts'

/** Blocks whose hashes are remembered. A deeper reorganisation is not believed. */
const MAX_REMEMBERED = 96
const HEADERS_AT_ONCE = 8

/** The block a target was scanned to, and the wei that explain its payments up to there. */
type TargetState = { to: number; wei?: bigint }

export type EvmMemory = {
  height: number
  hashes: ReadonlyMap<number, string>
  /** By `getTargetKey`, also of targets that the last calls left out. */
  targets: ReadonlyMap<string, TargetState>
}

const cursorSchema = z.object({
  height: z.number().int().min(0),
  hashes: z.record(z.string(), z.string()),
  targets: z.record(z.string(), z.tuple([z.number().int(), z.string().optional()])),
})

/** Returns a short key of a target for the cursor. */
export const getTargetKey = ({ coin, address }: Pick<WatchTarget, 'coin' | 'address'>): string =>
  bytesToHex(sha256(utf8ToBytes(`${coin}:${address}`))).slice(0, 16)

/** Reads a stored cursor. Throws `invalid` for what this provider did not write. */
export function parseEvmCursor(cursor: ChainCursor | null): EvmMemory | null {
  if (cursor === null) return null

  const { success, data } = cursorSchema.safeParse(cursor)
  if (!success) throw new ChainProviderError('invalid', 'the stored cursor can’t be read')

  return {
    height: data.height,
    hashes: new Map(Object.entries(data.hashes).map(([height, hash]) => [Number(height), hash])),
    targets: new Map(
      Object.entries(data.targets).map(([key, [to, wei]]) => [
        key,
        { to, ...(wei !== undefined && { wei: BigInt(wei) }) },
      ]),
    ),
  }
}

/** Formats the memory as JSON. */
export const formatEvmCursor = ({ height, hashes, targets }: EvmMemory): ChainCursor => ({
  height,
  hashes: Object.fromEntries(
    [...hashes].filter(([at]) => at > height - MAX_REMEMBERED && at <= height),
  ),
  targets: Object.fromEntries(
    [...targets].map(([key, { to, wei }]) => [key, wei === undefined ? [to] : [to, `${wei}`]]),
  ),
})

/**
 * Returns the height of the newest remembered block that the chain still has. Throws `behind` for
 * a node that is below it, and `invalid` if it has none of them: it follows another chain.
 */
export async function findFork(reads: EvmReads, memory: EvmMemory, head: number): Promise<number> {
  if (head < memory.height)
    throw new ChainProviderError('behind', `is at block ${head}, and was at ${memory.height}`)

  const { hash } = await reads.readHeader(memory.height)
  if (memory.hashes.get(memory.height) === hash) return memory.height

  const heights = [...memory.hashes.keys()].sort((one, other) => other - one)
  for (let at = 0; at < heights.length; at += HEADERS_AT_ONCE) {
    const headers = await reads.readHeaders(heights.slice(at, at + HEADERS_AT_ONCE))
    const fork = headers.find(({ number, hash: found }) => memory.hashes.get(number) === found)
    if (fork) return fork.number
  }

  throw new ChainProviderError('invalid', 'has none of the blocks that it had before')
}

/** Returns the memory without the blocks above a fork. */
export const truncateMemory = (memory: EvmMemory, fork: number): EvmMemory => ({
  height: Math.min(memory.height, fork),
  hashes: new Map([...memory.hashes].filter(([height]) => height <= fork)),
  targets: new Map(
    [...memory.targets].map(([key, state]) => [key, state.to > fork ? { to: fork } : state]),
  ),
})

/**
 * Reads the hashes to remember up to a block. Throws `behind` unless each block continues the one
 * before it: the chain changed while it was read.
 */
export async function readHashes(
  reads: EvmReads,
  memory: EvmMemory | null,
  to: number,
): Promise<{ hashes: ReadonlyMap<number, string>; header: EvmHeader }> {
  const first = Math.max((memory?.height ?? -1) + 1, to - MAX_REMEMBERED + 1, 0)
  const headers = await reads.readHeaders(listHeights(Math.min(first, to), to))
  const hashes = new Map(memory?.hashes)

  for (const { number, hash, parentHash } of headers) {
    const previous = hashes.get(number - 1)
    if (previous !== undefined && previous !== parentHash)
      throw new ChainProviderError('behind', 'the chain changed while it was read')
    hashes.set(number, hash)
  }

  return { hashes, header: headers.at(-1) as EvmHeader }
}
