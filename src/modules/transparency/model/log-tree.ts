/**
 * Computes the hashes and proofs of the Merkle tree of RFC 6962, in a browser as well as on the
 * server: a leaf is hashed after the byte 0, a node after the byte 1.
 */
import { sha256 } from '@noble/hashes/sha2.js'

export type Hash = Uint8Array
export const HASH_BYTES = 32

const LEAF_PREFIX = Uint8Array.of(0)
const NODE_PREFIX = Uint8Array.of(1)

/** Returns the hash of a leaf. */
export const hashLeaf = (entry: Uint8Array): Hash =>
  sha256.create().update(LEAF_PREFIX).update(entry).digest()

/** Returns the hash of a node. */
export const hashNode = (left: Hash, right: Hash): Hash =>
  sha256.create().update(NODE_PREFIX).update(left).update(right).digest()

/** Returns the root of an empty tree. */
export const hashEmptyTree = (): Hash => sha256(new Uint8Array())

export const equalsHash = (one: Hash, other: Hash): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

/** Returns the hashes that are joined in bytes. */
export const splitHashes = (bytes: Uint8Array): Hash[] =>
  Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )

/**
 * Returns the root over the hashes of a level: pairs are hashed, and a hash without a partner goes
 * up as it is, which gives the tree of RFC 6962.
 */
export function computeRoot(hashes: readonly Hash[]): Hash {
  let level = [...hashes]
  while (level.length > 1)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, at) => {
      const left = level[2 * at] as Hash
      const right = level[2 * at + 1]
      return right ? hashNode(left, right) : left
    })

  return level[0] ?? hashEmptyTree()
}

/** Returns the largest power of two below a size of at least 2: where its tree is split. */
export const getSplit = (size: number): number => 2 ** Math.floor(Math.log2(size - 1))

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0

/**
 * Returns the root that an inclusion proof leads to, by RFC 9162, 2.1.3.2; null when the proof has
 * another length than the place needs.
 */
export function computeInclusionRoot(
  index: number,
  size: number,
  leaf: Hash,
  proof: readonly Hash[],
): Hash | null {
  if (!isCount(index) || !isCount(size) || index >= size) return null
  let place = BigInt(index)
  let last = BigInt(size) - 1n
  let root = leaf

  for (const hash of proof) {
    if (last === 0n) return null

    if (place % 2n === 1n || place === last) {
      root = hashNode(hash, root)
      while (place % 2n === 0n && place > 0n) {
        place /= 2n
        last /= 2n
      }
    } else root = hashNode(root, hash)
    place /= 2n
    last /= 2n
  }

  return last === 0n ? root : null
}

export type TreeHead = { size: number; root: Hash }

/**
 * Returns whether a proof shows that the newer tree begins with the older one, by RFC 9162,
 * 2.1.4.2. Every tree begins with the empty one.
 */
export function isConsistent(older: TreeHead, newer: TreeHead, proof: readonly Hash[]): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && equalsHash(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && equalsHash(older.root, hashEmptyTree())

  const path = Number.isInteger(Math.log2(older.size)) ? [older.root, ...proof] : [...proof]
  const [first, ...others] = path
  return first !== undefined && matchesBoth(older, newer, first, others)
}

function matchesBoth(older: TreeHead, newer: TreeHead, first: Hash, path: readonly Hash[]) {
  let place = BigInt(older.size) - 1n
  let last = BigInt(newer.size) - 1n
  while (place % 2n === 1n) {
    place /= 2n
    last /= 2n
  }

  let olderRoot = first
  let newerRoot = first
  for (const hash of path) {
    if (last === 0n) return false

    if (place % 2n === 1n || place === last) {
      olderRoot = hashNode(hash, olderRoot)
      newerRoot = hashNode(hash, newerRoot)
      while (place % 2n === 0n && place > 0n) {
        place /= 2n
        last /= 2n
      }
    } else newerRoot = hashNode(newerRoot, hash)
    place /= 2n
    last /= 2n
  }

  return last === 0n && equalsHash(olderRoot, older.root) && equalsHash(newerRoot, newer.root)
}
