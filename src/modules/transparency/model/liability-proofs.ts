/** A member's proof: where each own slip is in the tree of a manifest, and the check of it. */
import { base64 } from '@scure/base'
import { formatUsd } from '#lib/money.ts'
import { equalsHash, HASH_BYTES, type Hash, hashNode, splitHashes } from './log-tree.ts'
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

/** A slip with its place in the tree. */
export type ProvedSlip = Slip & { place: number }

/**
 * The slips with the hashes that lead from their leaves up to the nodes of the manifest: a hash
 * that several paths need is there once, and none that the slips give themselves. They are in the
 * order of `listSiblings`.
 */
export type LiabilityProof = {
  epoch: string
  nonce: string
  slips: readonly ProvedSlip[]
  hashes: readonly Hash[]
}

/** The published part of a day's tree: the manifest and the nodes, which `parseNodes` compared. */
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

/**
 * Returns the place of the neighbour whose hash joins a node; null where the node goes up alone.
 */
export function getSibling(place: number, height: number, size: number): number | null {
  const sibling = place % 2 === 0 ? place + 1 : place - 1
  return sibling < Math.ceil(size / 2 ** height) ? sibling : null
}

/** A node of the tree: its place on its height, where leaves have 0. */
export type TreeNode = { place: number; height: number }

/**
 * Lists the nodes whose hashes a proof of leaves contains, from the leaves up and on each height by
 * place: the neighbours on the way to the published nodes that the leaves don't lead to.
 */
export function listSiblings(places: readonly number[], size: number): TreeNode[] {
  const siblings: TreeNode[] = []
  let level = new Set(places)
  for (let height = 0; height < getNodeHeight(size); height++) {
    const onLevel = [...level].flatMap((place) => {
      const sibling = getSibling(place, height, size)
      return sibling === null || level.has(sibling) ? [] : [{ place: sibling, height }]
    })
    siblings.push(...onLevel.sort((a, b) => a.place - b.place))
    level = new Set(Array.from(level, (place) => Math.floor(place / 2)))
  }

  return siblings
}

/** A slip as it is downloaded: kind, value, number and place. */
export type SlipRow = [kind: string, value: number, number: number, place: number]

/** A proof as it is downloaded: its hashes as one text. */
export type LiabilityProofText = { epoch: string; nonce: string; slips: SlipRow[]; hashes: string }

export const formatLiabilityProof = ({
  epoch,
  nonce,
  slips,
  hashes,
}: LiabilityProof): LiabilityProofText => ({
  epoch,
  nonce,
  slips: slips.map(({ kind, value, number, place }): SlipRow => [kind, value, number, place]),
  hashes: base64.encode(joinHashes(hashes)),
})

function joinHashes(hashes: readonly Hash[]): Uint8Array {
  const joined = new Uint8Array(hashes.length * HASH_BYTES)
  for (const [at, hash] of hashes.entries()) joined.set(hash, at * HASH_BYTES)
  return joined
}

/** Parses a downloaded proof. Throws when it has another form. */
export function parseLiabilityProof(body: LiabilityProofText): LiabilityProof {
  const slips = body.slips.map(([kind, value, number, place]): ProvedSlip => {
    if (![value, number, place].every((count) => Number.isSafeInteger(count) && count >= 0))
      throw new Error('A number of the proof is not a count.')

    return { kind: kind as LiabilityKind, value, number, place }
  })

  return {
    epoch: body.epoch,
    nonce: body.nonce,
    slips,
    hashes: splitHashes(base64.decode(body.hashes)),
  }
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
  const leaves = new Map<number, Hash>()
  const sums = new Map<LiabilityKind, bigint>()
  for (const slip of proof.slips) {
    checkPlace(manifest, slip)
    if (leaves.has(slip.place)) throw new Error('A part of your balance is counted twice.')

    leaves.set(slip.place, hashSlip(ownerKey, slip))
    sums.set(slip.kind, (sums.get(slip.kind) ?? 0n) + BigInt(slip.value))
  }
  checkLeaves({ manifest, nodes }, leaves, proof.hashes)

  for (const kind of LIABILITY_KINDS) {
    const sum = sums.get(kind) ?? 0n
    if (sum !== amounts[kind])
      throw new Error(
        `The published total contains ${formatUsd(sum)} of yours as ${kind}. Your entries say ` +
          `${formatUsd(amounts[kind])}.`,
      )
  }
}

function checkPlace({ ranges }: Manifest, { kind, value, place }: ProvedSlip) {
  const range = ranges.find(({ start, count }) => place >= start && place < start + count)
  if (!range || range.kind !== kind || range.value !== value)
    throw new Error('A part of your balance is listed with another amount.')
}

/** Checks that leaves at their places lead to the published nodes, by all of the hashes. */
function checkLeaves(
  { manifest: { size }, nodes }: PublishedTree,
  leaves: ReadonlyMap<number, Hash>,
  hashes: readonly Hash[],
) {
  const siblings = listSiblings([...leaves.keys()], size)
  if (siblings.length !== hashes.length)
    throw new Error('The proof has another number of hashes than its slips need.')

  let level = leaves
  let used = 0
  for (let height = 0; height < getNodeHeight(size); height++) {
    const known = new Map(level)
    for (; siblings[used]?.height === height; used++)
      known.set(siblings[used]?.place ?? 0, hashes[used] as Hash)
    level = foldLevel(known)
  }

  for (const [place, hash] of level) {
    const node = nodes[place]
    if (!node || !equalsHash(hash, node))
      throw new Error('A part of your balance is missing from the published total.')
  }
}

/** Returns the parents of nodes by place; a node whose neighbour isn't there goes up alone. */
function foldLevel(known: ReadonlyMap<number, Hash>): Map<number, Hash> {
  const parents = new Map<number, Hash>()
  for (const [place, hash] of known) {
    if (place % 2 === 1) continue
    const right = known.get(place + 1)
    parents.set(place / 2, right ? hashNode(hash, right) : hash)
  }

  return parents
}
