/**
 * Slips of the proof of liabilities: each commits to its owner, its kind, its value and its number,
 * and its place in the tree shows the value to everyone.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Hash, hashLeaf } from './log-tree.ts'

/** The kinds of balances that members are owed, and `due`: returns that a plan has yet to earn. */
export const LIABILITY_KINDS = ['cash', 'invested', 'profit', 'pending', 'due'] as const
export type LiabilityKind = (typeof LIABILITY_KINDS)[number]

/** The kinds that are owed now: `due` is not owed until the plan earns it. */
export const OWED_KINDS: readonly LiabilityKind[] = ['cash', 'invested', 'profit', 'pending']

/** Cents by kind. */
export type LiabilityAmounts = Readonly<Record<LiabilityKind, bigint>>

/** A slip of its owner: the number distinguishes slips of one value. */
export type Slip = { kind: LiabilityKind; value: number; number: number }

/**
 * Returns the height of the nodes of a tree that are published, so that proofs are short: at most
 * 4,096 nodes, and of more than two million slips 16,384, with which each proof of a million
 * members has at most 8 KB.
 */
export function getNodeHeight(size: number): number {
  const getHeight = (nodes: number) => Math.max(0, Math.ceil(Math.log2(size / nodes)))
  return Math.min(getHeight(4_096), Math.max(9, getHeight(16_384)))
}

/** The bytes of a slip after the key of its owner. */
const SLIP_BYTES = 13

/**
 * Returns the key of an owner in an epoch: it binds the e-mail address that the member knows and a
 * nonce that the member alone is shown.
 */
export const computeOwnerKey = (epoch: string, email: string, nonce: string): Hash =>
  sha256(utf8ToBytes(formatOwner(epoch, email, nonce)))

/** The first part of an owner's key. */
export const OWNER_LABEL = 'candor/slip-owner/v1'

/** Returns the text that the key of an owner is the hash of. */
export const formatOwner = (epoch: string, email: string, nonce: string): string =>
  JSON.stringify([OWNER_LABEL, epoch, email, nonce])

/** Returns the leaf of a slip. */
export function hashSlip(ownerKey: Hash, { kind, value, number }: Slip): Hash {
  const bytes = new Uint8Array(SLIP_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, LIABILITY_KINDS.indexOf(kind))
  view.setBigUint64(1, BigInt(value))
  view.setUint32(9, number)
  return hashLeaf(concatBytes(ownerKey, bytes))
}
