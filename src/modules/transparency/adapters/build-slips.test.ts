import { describe, expect, test } from 'vitest'
import { hashNode } from '../model/log-tree.ts'
import { cutCents, expandValue, SLIP_VALUES } from '../model/slip-values.ts'
import { computeOwnerKey, hashSlip, LIABILITY_KINDS } from '../model/slips.ts'
import { buildSlips, type SlipTree } from './build-slips.ts'
import { deriveNonce } from './prove-slips.ts'
import { collectMembers } from './slip-members.ts'

const EPOCH = 'lia_00000000000000000001'
const SECRET = new Uint8Array(32).fill(9)

/** Addresses that JSON escapes, of many bytes and of any length. */
const getEmail = (at: number) =>
  [
    `m${at}@example.com`,
    `"m${at}\\x"@example.com`,
    `m${at}+ü“€😀@exämple.com`,
    `m${at}\u0001\n\t\u007f\u2028@x.io`,
    'a'.repeat(at % 255),
    `${'"'.repeat(200)}${at}`,
  ][at % 6] ?? ''
const getId = (at: number) =>
  at % 11 === 0 ? `x${'y'.repeat(at % 60)}` : `mem_${String(at).padStart(20, '0')}`
const LIMITS = [1, 300, 3_000_000, 90_000_000_000, 500]
const getCents = (at: number, kind: number) =>
  (at * 7_919 * (kind + 3) + at * at * 31 * kind) % (LIMITS[(at + kind) % LIMITS.length] ?? 1)

function buildTree(count: number, threads: number): Promise<SlipTree> {
  const collector = collectMembers(count, { ids: count * 64, emails: count * 800 })
  for (let at = 0; at < count; at++) {
    const amounts = LIABILITY_KINDS.map((name, kind) => [name, BigInt(getCents(at, kind))])
    collector.add(getId(at), getEmail(at), Object.fromEntries(amounts))
  }

  return buildSlips(EPOCH, SECRET, collector.finish(), { threads })
}

/** Lists the leaves as the model defines them, which hashes with another implementation. */
function listLeaves(count: number, { counts }: SlipTree): Buffer[] {
  const ranges = new Map<number, Buffer[]>()
  for (let at = 0; at < count; at++) {
    const key = computeOwnerKey(EPOCH, getEmail(at), deriveNonce(SECRET, getId(at)))
    for (const [place, kind] of LIABILITY_KINDS.entries()) {
      const numbers = new Map<number, number>()
      const addSlip = (index: number) => {
        const number = numbers.get(index) ?? 0
        numbers.set(index, number + 1)
        const leaf = hashSlip(key, { kind, value: SLIP_VALUES[index] ?? 0, number })
        const range = place * SLIP_VALUES.length + index
        ranges.set(range, [...(ranges.get(range) ?? []), Buffer.from(leaf)])
      }
      cutCents(getCents(at, place), (index) => {
        for (const [piece, times] of expandValue(index, counts[place] ?? []))
          for (let copy = 0; copy < times; copy++) addSlip(piece)
      })
    }
  }

  return [...ranges.entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([, leaves]) => leaves.sort(Buffer.compare))
}

function computeRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array(), second] = leaves
  if (!second) return first

  const parents = []
  for (let at = 0; at < leaves.length; at += 2) {
    const [left = first, right] = leaves.slice(at, at + 2)
    parents.push(right ? hashNode(left, right) : left)
  }

  return computeRoot(parents)
}

describe('The tree of slips', () => {
  test.each([1, 2, 3, 50, 257])('of %i members is that of the model', async (count) => {
    const tree = await buildTree(count, 0)
    const leaves = listLeaves(count, tree)
    expect(tree.leaves.equals(Buffer.concat(leaves))).toBe(true)
    if (leaves.length > 0) expect(tree.root.equals(computeRoot(leaves))).toBe(true)
  })

  test.each([0, 1, 2])('has the root that it had before, with %i threads', async (threads) => {
    const tree = await buildTree(777, threads)
    expect(tree.size).toBe(10_265)
    expect(tree.root.toString('hex')).toBe(
      'ed1ea0ff04ebc19faa6196df0c18348bef1f3fe1bf691c0c524d5b488122fefb',
    )
  })

  test('is not built of an address that is too long for a slip', async () => {
    const collector = collectMembers(1, { ids: 24, emails: 10_000 })
    const amounts = { cash: 1n, invested: 0n, profit: 0n, pending: 0n, due: 0n }
    collector.add('mem_1', 'a'.repeat(5_000), amounts)
    const members = collector.finish()
    await expect(buildSlips(EPOCH, SECRET, members)).rejects.toThrow('too long')
  })
})
