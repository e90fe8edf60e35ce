import { expect, test } from 'vitest'
import { buildSlips, type SlipTree } from '#modules/transparency/adapters/build-slips.ts'
import { createTreeTiles, proveSlips } from '#modules/transparency/adapters/prove-slips.ts'
import { collectMembers } from '#modules/transparency/adapters/slip-members.ts'
import {
  buildManifest,
  computeOwnerKey,
  countValues,
  hashSlip,
  LIABILITY_KINDS,
  type LiabilityAmounts,
  listOwnSlips,
  type Manifest,
  MIN_SLIPS,
  parseLiabilityProof,
  parseManifest,
} from '#modules/transparency/model.ts'

const DAYS = 30
const MEMBERS = 1_000
const COLLUDING = 100
const PATIENCE = 600_000

type Person = { id: string; email: string; amounts: LiabilityAmounts }
type Day = { manifest: Manifest; tree: SlipTree; proofs: Awaited<ReturnType<typeof proveDay>> }

let state = 7
const draw = (max: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * max)
}
const people: Person[] = Array.from({ length: MEMBERS }, (_, at) => ({
  id: `mem_${String(at).padStart(20, '0')}`,
  email: `m${at}@example.com`,
  amounts: {
    cash: BigInt(draw(900_000)),
    invested: BigInt(draw(3) === 0 ? 0 : draw(20_000_000)),
    profit: BigInt(draw(40_000)),
    pending: 0n,
    due: 0n,
  },
}))
const colluding = people.slice(0, COLLUDING)
const [victim] = people.slice(COLLUDING) as [Person]

/** The proofs of the colluding members on one day. */
async function proveDay(manifest: Manifest, secret: Uint8Array, tree: SlipTree) {
  const prover = { manifest, secret, readTile: createTreeTiles(tree) }
  const counts = countValues(manifest)
  return await Promise.all(
    colluding.map(async ({ id, email, amounts }) => {
      const slips = listOwnSlips(
        counts,
        LIABILITY_KINDS.map((kind) => amounts[kind]),
      )
      return parseLiabilityProof(await proveSlips(prover, id, email, slips))
    }),
  )
}

/** Publishes thirty days on which no balance changes. */
async function publishDays(): Promise<Day[]> {
  const days: Day[] = []
  for (let day = 0; day < DAYS; day++) {
    const epoch = `lia_${String(day).padStart(20, '0')}`
    const secret = new Uint8Array(32).fill(day + 1)
    const collector = collectMembers(MEMBERS, { ids: MEMBERS * 24, emails: MEMBERS * 32 })
    for (const { id, email, amounts } of people) collector.add(id, email, amounts)
    const tree = await buildSlips(epoch, secret, collector.finish())
    const manifest = parseManifest(buildManifest({ epoch, day: '2026-11-26', seq: '1', tree }))
    days.push({ manifest, tree, proofs: await proveDay(manifest, secret, tree) })
  }
  return days
}

test(
  'From 30 days and the proofs of 100 members, a program learns the numbers of slips alone',
  async () => {
    const days = await publishDays()
    const observed = new Map<string, number>()

    for (const { manifest, tree, proofs } of days) {
      const leaves = new Set(
        Array.from({ length: tree.size }, (_, at) =>
          tree.leaves.subarray(at * 32, at * 32 + 32).toString('hex'),
        ),
      )
      const known = new Set(proofs.flatMap(({ slips }) => slips.map(({ place }) => place)))

      // The victim's address is known, and every nonce that any of them was shown: none opens a slip.
      for (const { nonce } of proofs) {
        const key = computeOwnerKey(manifest.epoch, victim.email, nonce)
        for (const { kind, value } of manifest.ranges.slice(0, 50)) {
          const guess = Buffer.from(hashSlip(key, { kind, value, number: 0 })).toString('hex')
          expect(leaves.has(guess)).toBe(false)
        }
      }

      // Hashes of others in the paths: those of leaves say which value a slip has, and of whom nothing.
      for (const { hashes } of proofs)
        for (const hash of hashes) {
          const text = Buffer.from(hash).toString('hex')
          observed.set(text, (observed.get(text) ?? 0) + 1)
        }

      // Without the own slips, each value still hides which of the other members has it.
      const others = manifest.ranges.map(({ start, count }) => {
        let own = 0
        for (let place = start; place < start + count; place++) if (known.has(place)) own++
        return { left: count - own, count }
      })
      expect(Math.min(...others.map(({ count }) => count))).toBeGreaterThanOrEqual(MIN_SLIPS)
      expect(others.filter(({ left }) => left === 1).length).toBeLessThan(others.length / 4)
    }

    // No hash of another member comes back on another day: no member can be followed.
    const byDay = days.map(
      ({ proofs }) =>
        new Set(
          proofs.flatMap(({ hashes }) => hashes.map((hash) => Buffer.from(hash).toString('hex'))),
        ),
    )
    const again = [...observed.keys()].filter(
      (text) => byDay.filter((day) => day.has(text)).length > 1,
    )
    expect(again).toEqual([])

    // What the counts say is the same on each day, and fits very many members: the sum of all.
    const totals = new Set(days.map(({ manifest }) => String(manifest.totals.cash)))
    expect(totals.size).toBe(1)
  },
  PATIENCE,
)

test(
  'Two sets of members with the same slips publish the same manifest, in whatever order',
  async () => {
    const publish = async (amounts: readonly LiabilityAmounts[]) => {
      const collector = collectMembers(amounts.length, {
        ids: amounts.length * 24,
        emails: amounts.length * 32,
      })
      for (const [at, own] of amounts.entries())
        collector.add(people[at]?.id ?? '', people[at]?.email ?? '', own)
      const tree = await buildSlips('lia_x', new Uint8Array(32), collector.finish())
      return tree.counts
    }
    const own = people.map(({ amounts }) => amounts)
    const exchanged = own.map((amounts, at) => ({
      ...amounts,
      cash: own[(at + 1) % own.length]?.cash ?? 0n,
    }))
    expect(await publish(exchanged)).toEqual(await publish(own))
  },
  PATIENCE,
)
