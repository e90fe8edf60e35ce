/** A member's proof: where each own slip is in the tree of a manifest, and the check of it. */
import { base64 } from '@scure/base'
import { formatUsd } from '#lib/money.ts'
import { equalsHash, type Hash, hashNode } from './log-tree.ts'
import type { Manifest } from './manifests.ts'
import { cutCents, expandValue, SLIP_VALUES } from './slip-values.ts'
import {
  computeOwnerKey,
  getNodeHeight,
  hashSlip,
  LIABILITY_KINDS,
  type LiabilityAmounts,
  type LiabilityKind,
  type Slip,
} from './slips.ts'

const HASH_BYTES = 32

/** A slip with its place and the hashes from its leaf up to the nodes of the manifest. */
export type ProvedSlip = Slip & { place: number; path: readonly Hash[] }

export type LiabilityProof = { epoch: string; nonce: string; slips: readonly ProvedSlip[] }

/** What is published of a day's tree: the manifest and the nodes, which `parseNodes` compared. */
export type PublishedTree = { manifest: Manifest; nodes: readonly Hash[] }

/** Lists the slips of amounts, in the order of `LIABILITY_KINDS`, by the published numbers. */
export const listOwnSlips = (
  counts: readonly (readonly number[])[],
  amounts: readonly bigint[],
): Slip[] =>
  LIABILITY_KINDS.flatMap((kind, at) => {
    const numbers = new Map<number, number>()
    cutCents(Number(amounts[at] ?? 0n), (index) => {
      for (const [piece, count] of expandValue(index, counts[at] ?? []))
        numbers.set(piece, (numbers.get(piece) ?? 0) + count)
    })

    return [...numbers].flatMap(([index, count]) =>
      Array.from({ length: count }, (_, number) => ({
        kind,
        value: SLIP_VALUES[index] ?? 0,
        number,
      })),
    )
  })

/** Returns the place of the neighbour whose hash joins a node; null where the node goes up alone. */
export function getSibling(place: number, height: number, size: number): number | null {
  const sibling = place % 2 === 0 ? place + 1 : place - 1
  return sibling < Math.ceil(size / 2 ** height) ? sibling : null
}

/** A slip as it is downloaded: kind, value, number, place, and the hashes of its path as one text. */
export type SlipRow = [kind: string, value: number, number: number, place: number, path: string]

/** A proof as it is downloaded. */
export type LiabilityProofText = { epoch: string; nonce: string; slips: SlipRow[] }

export const formatLiabilityProof = ({
  epoch,
  nonce,
  slips,
}: LiabilityProof): LiabilityProofText => ({
  epoch,
  nonce,
  slips: slips.map(
    ({ kind, value, number, place, path }): SlipRow => [
      kind,
      value,
      number,
      place,
      base64.encode(joinHashes(path)),
    ],
  ),
})

function joinHashes(hashes: readonly Hash[]): Uint8Array {
  const joined = new Uint8Array(hashes.length * HASH_BYTES)
  for (const [at, hash] of hashes.entries()) joined.set(hash, at * HASH_BYTES)
  return joined
}

/** Parses a downloaded proof. Throws when it has another form. */
export function parseLiabilityProof(body: LiabilityProofText): LiabilityProof {
  const slips = body.slips.map(([kind, value, number, place, encoded]): ProvedSlip => {
    if (![value, number, place].every((count) => Number.isSafeInteger(count) && count >= 0))
      throw new Error('A number of the proof is not a count.')

    const bytes = base64.decode(encoded)
    const path = Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
      bytes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES),
    )
    return { kind: kind as LiabilityKind, value, number, place, path }
  })

  return { epoch: body.epoch, nonce: body.nonce, slips }
}

/**
 * Checks a member's proof against a manifest, by the e-mail address and the amounts that the member
 * knows. Throws what is wrong: a slip that is not in the tree, of another person or at a place of
 * another value, a slip that is used twice, or an amount that the slips don't add up to.
 */
export function checkLiabilityProof(
  { manifest, nodes }: PublishedTree,
  proof: LiabilityProof,
  email: string,
  amounts: LiabilityAmounts,
): void {
  if (proof.epoch !== manifest.epoch) throw new Error('The proof is of another day.')

  const ownerKey = computeOwnerKey(manifest.epoch, email, proof.nonce)
  const places = new Set<number>()
  const sums = new Map<LiabilityKind, bigint>()
  for (const slip of proof.slips) {
    checkSlip({ manifest, nodes }, ownerKey, slip)
    if (places.has(slip.place)) throw new Error('A part of your balance is counted twice.')

    places.add(slip.place)
    sums.set(slip.kind, (sums.get(slip.kind) ?? 0n) + BigInt(slip.value))
  }

  for (const kind of LIABILITY_KINDS) {
    const sum = sums.get(kind) ?? 0n
    if (sum !== amounts[kind])
      throw new Error(
        `The published total contains ${formatUsd(sum)} of yours as ${kind}. Your entries say ` +
          `${formatUsd(amounts[kind])}.`,
      )
  }
}

function checkSlip({ manifest, nodes }: PublishedTree, ownerKey: Hash, slip: ProvedSlip) {
  const range = manifest.ranges.find(
    ({ start, count }) => slip.place >= start && slip.place < start + count,
  )
  if (!range || range.kind !== slip.kind || range.value !== slip.value)
    throw new Error('A part of your balance is listed with another amount.')

  const height = getNodeHeight(manifest.size)
  let place = slip.place
  let hash = hashSlip(ownerKey, slip)
  let used = 0
  for (let at = 0; at < height; at++) {
    const sibling = getSibling(place, at, manifest.size)
    const other = sibling === null ? undefined : slip.path[used++]
    if (sibling !== null && !other) throw new Error('The path of a slip is too short.')
    if (other) hash = place % 2 === 0 ? hashNode(hash, other) : hashNode(other, hash)
    place = Math.floor(place / 2)
  }

  const node = nodes[place]
  if (used !== slip.path.length || !node || !equalsHash(hash, node))
    throw new Error('A part of your balance is missing from the published total.')
}
