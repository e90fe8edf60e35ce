import { createHash } from 'node:crypto'
import {
  formatLiabilityProof,
  type LiabilityProofText,
  listSiblings,
  type ProvedSlip,
} from '../model/liability-proofs.ts'
import { HASH_BYTES } from '../model/log-tree.ts'
import type { Manifest } from '../model/manifests.ts'
import { computeOwnerKey, hashSlip, type Slip } from '../model/slips.ts'
import { foldLevel } from './slip-tree.ts'

const TILE_WIDTH = 256
const TILE_HEIGHT = 8

/** Reads up to 256 hashes of a level: 0 is the leaves, 1 the roots of 256 leaves. */
export type ReadSlipTile = (level: 0 | 1, tile: number) => Promise<Buffer>

export type ProverInput = {
  manifest: Manifest
  secret: Uint8Array
  readTile: ReadSlipTile
}

/**
 * Returns the nonce of a member in an epoch: SHA-256 over a random key of 32 bytes and an id. All
 * ids have one length, and no state of the hash but its end is shown.
 */
export const deriveNonce = (secret: Uint8Array, memberId: string): string =>
  createHash('sha256').update(secret).update(memberId).digest('base64url')

/** Finds a member's slips in the tree and returns the proof of them. */
export async function proveSlips(
  { manifest, secret, readTile }: ProverInput,
  memberId: string,
  email: string,
  slips: readonly Slip[],
): Promise<LiabilityProofText> {
  const nonce = deriveNonce(secret, memberId)
  const ownerKey = computeOwnerKey(manifest.epoch, email, nonce)
  const proved: ProvedSlip[] = []

  for (const slip of slips) {
    const leaf = Buffer.from(hashSlip(ownerKey, slip))
    const place = await findPlace(manifest, slip, leaf, readTile)
    proved.push({ ...slip, place })
  }

  const siblings = listSiblings(
    proved.map(({ place }) => place),
    manifest.size,
  )
  const hashes: Uint8Array[] = []
  for (const { place, height } of siblings) hashes.push(await readNode(place, height, readTile))

  return formatLiabilityProof({ epoch: manifest.epoch, nonce, slips: proved, hashes })
}

/**
 * Finds the place of a leaf in the range of its value. Leaves are sorted hashes, so the search
 * begins where the hash lies between 0 and 1.
 */
async function findPlace(
  { ranges }: Manifest,
  slip: Slip,
  leaf: Buffer,
  readTile: ReadSlipTile,
): Promise<number> {
  const range = ranges.find(({ kind, value }) => kind === slip.kind && value === slip.value)
  if (!range) throw new Error(`no slip of ${slip.value} as ${slip.kind} is published`)

  const end = range.start + range.count
  const share = leaf.readUIntBE(0, 6) / 2 ** 48
  let tile = Math.floor((range.start + Math.floor(range.count * share)) / TILE_WIDTH)
  const tried = new Set<number>()

  while (!tried.has(tile)) {
    tried.add(tile)
    const leaves = await readTile(0, tile)
    const first = Math.max(range.start, tile * TILE_WIDTH)
    const last = Math.min(end, (tile + 1) * TILE_WIDTH) - 1
    const read = (place: number) => {
      const at = (place - tile * TILE_WIDTH) * HASH_BYTES
      return leaves.subarray(at, at + HASH_BYTES)
    }

    if (leaf.compare(read(first)) < 0) tile--
    else if (leaf.compare(read(last)) > 0) tile++
    else for (let place = first; place <= last; place++) if (leaf.equals(read(place))) return place
    if (tile * TILE_WIDTH >= end || (tile + 1) * TILE_WIDTH <= range.start) break
  }

  throw new Error(`a slip of ${slip.value} as ${slip.kind} is not in the tree`)
}

async function readNode(
  place: number,
  height: number,
  readTile: ReadSlipTile,
): Promise<Uint8Array> {
  const level = height < TILE_HEIGHT ? 0 : 1
  const span = 2 ** (height - level * TILE_HEIGHT)
  const first = place * span
  const hashes = await readTile(level, Math.floor(first / TILE_WIDTH))
  const at = (first % TILE_WIDTH) * HASH_BYTES
  const part = Buffer.from(hashes.subarray(at, at + span * HASH_BYTES))

  return Uint8Array.from(foldLevel(part, part.length / HASH_BYTES, 1))
}

/** Returns the reader of a tree in memory. */
export const createTreeTiles =
  (tree: { leaves: Buffer; subtrees: Buffer }): ReadSlipTile =>
  async (level, tile) => {
    const bytes = TILE_WIDTH * HASH_BYTES
    return (level === 0 ? tree.leaves : tree.subtrees).subarray(tile * bytes, (tile + 1) * bytes)
  }
