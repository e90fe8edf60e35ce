import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSlips, type SlipTree } from '#modules/transparency/adapters/build-slips.ts'
import { createTreeTiles, proveSlips } from '#modules/transparency/adapters/prove-slips.ts'
import { collectMembers, type SlipMembers } from '#modules/transparency/adapters/slip-members.ts'
import {
  buildManifest,
  checkLiabilityProof,
  countValues,
  type EntryBody,
  formatEntry,
  LIABILITY_KINDS,
  type LiabilityAmounts,
  listOwnSlips,
  MIN_SLIPS,
  PROOF_FILE_FORMAT,
  type ProofFile,
  parseLiabilityProof,
  parseManifest,
  parseNodes,
} from '#modules/transparency/model.ts'
import { verifyProofFile } from '../../scripts/verify-proof.mjs'
import { pickScale } from '../support/scale.ts'
import { LOG_VKEY, signEntry } from '../support/slip-publisher.ts'

const MEMBERSHIPS = pickScale(2_000, 10_000)
/** The script reads the whole file each time: in the gate it checks a sample. */
const OFFLINE_EVERY = pickScale(10, 1)
const EPOCH = 'lia_00000000000000000001'
const SECRET = new Uint8Array(32).fill(9)

/** What is the same in the files of all members. */
type Published = Pick<ProofFile, 'nodes' | 'entry' | 'logProof' | 'vkeys' | 'witnesses'>
type Member = { id: string; email: string; amounts: LiabilityAmounts }

const anyCents = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 0n, max: 3_000_000n }),
  fc.bigInt({ min: 0n, max: 90_000_000_000n }),
)
const anyAmounts = fc.record({
  cash: anyCents,
  invested: anyCents,
  profit: anyCents,
  pending: anyCents,
  due: anyCents,
})

function createMembers(amounts: readonly LiabilityAmounts[]): Member[] {
  return amounts.map((own, at) => ({
    id: `mem_${String(at).padStart(20, '0')}`,
    email: `m${at}+“ü”@example.com`,
    amounts: own,
  }))
}
function collect(members: readonly Member[]): SlipMembers {
  const bytes = { ids: members.length * 24, emails: members.length * 64 }
  const collector = collectMembers(members.length, bytes)
  for (const { id, email, amounts } of members) collector.add(id, email, amounts)
  return collector.finish()
}

function publish(body: EntryBody, tree: SlipTree): Published {
  const at = '2026-11-26T09:00:00.000Z'
  const entry = formatEntry({ kind: 'liabilities', subject: '2026-11-26', at, body })
  return {
    nodes: Buffer.from(tree.nodes).toString('base64'),
    entry: new TextDecoder().decode(entry),
    logProof: signEntry(entry),
    vkeys: [LOG_VKEY],
    witnesses: [],
  }
}

/** Checks a member's file by the script for Node, with what the member knows. */
function checkOffline(published: Published, { email, amounts }: Member, proof: ProofFile['proof']) {
  const own = Object.fromEntries(LIABILITY_KINDS.map((kind) => [kind, String(amounts[kind])]))
  const file = { ...published, format: PROOF_FILE_FORMAT, email, amounts: own, proof }
  verifyProofFile(JSON.stringify(file), { email, amounts: own, keys: [LOG_VKEY] })
}

/**
 * Checks the proof of every member as a browser does, and of every so many by the script for Node.
 * Returns how many members there were.
 */
async function checkAll(members: readonly Member[], tree: SlipTree): Promise<number> {
  const body = buildManifest({ epoch: EPOCH, day: '2026-11-26', seq: '1', tree })
  const manifest = parseManifest(body)
  const published = publish(body, tree)
  const nodes = parseNodes(manifest, tree.nodes)
  const counts = countValues(manifest)
  const prover = { manifest, secret: SECRET, readTile: createTreeTiles(tree) }

  for (const [at, member] of members.entries()) {
    const { id, email, amounts } = member
    const slips = listOwnSlips(
      counts,
      LIABILITY_KINDS.map((kind) => amounts[kind]),
    )
    const proof = await proveSlips(prover, id, email, slips)
    checkLiabilityProof({ manifest, nodes }, parseLiabilityProof(proof), email, amounts)
    if (at % OFFLINE_EVERY === 0) checkOffline(published, member, proof)
  }

  return members.length
}

test(`Over ${MEMBERSHIPS} random memberships a fair proof is never refused`, async () => {
  let checked = 0
  for (let seed = 1; checked < MEMBERSHIPS; seed++) {
    const size = seed % 7 === 0 ? 2_000 : 1 + ((seed * 37) % 300)
    const amounts = fc.sample(anyAmounts, { numRuns: size, seed })
    const members = createMembers(amounts)
    const tree = await buildSlips(EPOCH, SECRET, collect(members))
    checked += await checkAll(members, tree)
  }
  expect(checked).toBeGreaterThanOrEqual(MEMBERSHIPS)
}, 600_000)

test('Threads build the tree that one process builds, and every value has five slips', async () => {
  const members = createMembers(fc.sample(anyAmounts, { numRuns: 3_000, seed: 5 }))
  const alone = await buildSlips(EPOCH, SECRET, collect(members), { threads: 0 })
  const together = await buildSlips(EPOCH, SECRET, collect(members), { threads: 2 })
  const three = await buildSlips(EPOCH, SECRET, collect(members), { threads: 3 })
  expect(together.root).toEqual(alone.root)
  expect(three.root).toEqual(alone.root)
  expect(together.leaves.equals(alone.leaves)).toBe(true)
  expect(Math.min(...alone.counts.flat().filter((count) => count > 0))).toBe(MIN_SLIPS)
})

test('No member, or members who are owed nothing, give an empty tree', async () => {
  const nothing = { cash: 0n, invested: 0n, profit: 0n, pending: 0n, due: 0n }
  const members = createMembers([nothing, nothing])
  const tree = await buildSlips(EPOCH, SECRET, collect(members))
  expect(tree.size).toBe(0)
  expect(await checkAll(members, tree)).toBe(2)
})
