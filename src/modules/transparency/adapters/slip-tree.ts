/** The tree over the leaves: their order in a range, and the nodes above them. */
import { HASH_BYTES } from '../model/log-tree.ts'
import { createSha256Lanes, getWordIndex, LANES, type Sha256Lanes } from './sha256-lanes.ts'

const HASH_INTEGERS = HASH_BYTES / 4

/** The number of leaves of a subtree. */
export const SUBTREE_LEAVES = 256

export type SortTask = {
  name: 'sort'
  ranges: readonly (readonly [start: number, end: number])[]
  leaves: SharedArrayBuffer
}

/**
 * Sorts the leaves of ranges. Hashes are evenly spread, so the first word of each says almost where
 * it belongs; the rest is done by insertion.
 */
export function sortRanges({ leaves, ranges }: SortTask): void {
  const longest = ranges.reduce((max, [start, end]) => Math.max(max, end - start), 0)
  const copy = new Uint32Array(longest * HASH_INTEGERS)
  const ends = new Uint32Array(longest)
  const order = new Uint32Array(longest)
  const view = new DataView(copy.buffer)

  for (const [start, end] of ranges) {
    const count = end - start
    const tree = new Uint32Array(leaves, start * HASH_BYTES, count * HASH_INTEGERS)
    copy.set(tree)
    orderByFirstWord(view, count, ends, order)
    insertLeaves(view, count, order)

    for (let at = 0; at < count; at++) {
      const from = (order[at] ?? 0) * HASH_INTEGERS
      for (let part = 0; part < HASH_INTEGERS; part++)
        tree[at * HASH_INTEGERS + part] = copy[from + part] ?? 0
    }
  }
}

/** Orders leaves by the section of their first word; there are as many sections as leaves. */
function orderByFirstWord(view: DataView, count: number, ends: Uint32Array, order: Uint32Array) {
  const scale = count / 2 ** 32
  const getSection = (leaf: number) => Math.floor(view.getUint32(leaf * HASH_BYTES) * scale)
  ends.fill(0, 0, count)
  for (let leaf = 0; leaf < count; leaf++) {
    const section = getSection(leaf)
    ends[section] = (ends[section] ?? 0) + 1
  }

  for (let section = 1; section < count; section++)
    ends[section] = (ends[section] ?? 0) + (ends[section - 1] ?? 0)

  for (let leaf = 0; leaf < count; leaf++) {
    const section = getSection(leaf)
    const at = (ends[section] ?? 0) - 1
    ends[section] = at
    order[at] = leaf
  }
}

/** Moves each leaf before those with a larger hash, which are few. */
function insertLeaves(view: DataView, count: number, order: Uint32Array) {
  for (let at = 1; at < count; at++) {
    const leaf = order[at] ?? 0
    let to = at
    for (; to > 0 && isLarger(view, order[to - 1] ?? 0, leaf); to--) order[to] = order[to - 1] ?? 0
    order[to] = leaf
  }
}

/** Returns whether a hash is larger than another. */
function isLarger(view: DataView, leaf: number, other: number): boolean {
  for (let at = 0; at < HASH_BYTES; at += 4) {
    const word = view.getUint32(leaf * HASH_BYTES + at)
    const otherWord = view.getUint32(other * HASH_BYTES + at)
    if (word !== otherWord) return word > otherWord
  }

  return false
}

export type FoldTask = {
  name: 'fold'
  from: number
  to: number
  leaves: SharedArrayBuffer
  subtrees: SharedArrayBuffer
}

/** Hashes subtrees of 256 leaves to their roots. */
export function foldSubtrees({ from, to, leaves, subtrees }: FoldTask): void {
  const roots = Buffer.from(subtrees)
  for (let at = from; at < to; at++) {
    const first = at * SUBTREE_LEAVES * HASH_BYTES
    const bytes = Math.min(SUBTREE_LEAVES * HASH_BYTES, leaves.byteLength - first)
    const level = Buffer.from(Buffer.from(leaves, first, bytes))
    foldLevel(level, bytes / HASH_BYTES, 1).copy(roots, at * HASH_BYTES)
  }
}

/** A node is the hash of 1 and two hashes. */
const NODE_BYTES = 1 + 2 * HASH_BYTES
const LAST_WORD = getWordIndex(16)
let nodeLanes: Sha256Lanes | undefined

function openNodeLanes(): Sha256Lanes {
  const lanes = createSha256Lanes()
  for (let lane = 0; lane < LANES; lane++) lanes.setMessage(lane, Buffer.alloc(128), NODE_BYTES)
  return lanes
}

/**
 * Hashes a level in place until it has at most some nodes, and returns them; a node without a
 * partner goes up as it is.
 */
export function foldLevel(level: Buffer, nodes: number, maxNodes: number): Buffer {
  nodeLanes ??= openNodeLanes()
  const view = new DataView(level.buffer, level.byteOffset, level.byteLength)
  let count = nodes

  while (count > maxNodes) {
    const pairs = Math.floor(count / 2)
    for (let pair = 0; pair < pairs; pair += LANES)
      hashPairs(nodeLanes, view, pair, Math.min(LANES, pairs - pair))
    if (count % 2 === 1) {
      const last = (count - 1) * HASH_BYTES
      level.copy(level, last / 2, last, last + HASH_BYTES)
    }
    count = Math.ceil(count / 2)
  }

  return level.subarray(0, count * HASH_BYTES)
}

/** Hashes up to four pairs, and writes the nodes where they belong in the level above. */
function hashPairs(lanes: Sha256Lanes, level: DataView, first: number, count: number) {
  const { integers } = lanes
  for (let lane = 0; lane < count; lane++) {
    const at = (first + lane) * 2 * HASH_BYTES
    integers[lane] = 0x100_0000 + (level.getUint32(at) >>> 8)
    for (let word = 1; word < 16; word++)
      integers[word * LANES + lane] = level.getUint32(at + word * 4 - 1)
    integers[LAST_WORD + lane] = level.getUint8(at + 63) * 2 ** 24 + 0x80_0000
  }

  lanes.hash()
  for (let lane = 0; lane < count; lane++) lanes.writeHash(lane, level, (first + lane) * HASH_BYTES)
}
