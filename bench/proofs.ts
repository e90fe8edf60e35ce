import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { buildSlips } from '../src/modules/transparency/adapters/build-slips.ts'
import { createTreeTiles, proveSlips } from '../src/modules/transparency/adapters/prove-slips.ts'
import { collectMembers } from '../src/modules/transparency/adapters/slip-members.ts'
import { listOwnSlips } from '../src/modules/transparency/model/liability-proofs.ts'
import { formatCanonicalJson } from '../src/modules/transparency/model/log-entries.ts'
import { buildManifest, parseManifest } from '../src/modules/transparency/model/manifests.ts'
import { LIABILITY_KINDS } from '../src/modules/transparency/model/slips.ts'

/**
 * Builds the proof of liabilities of invented members in two threads, and proofs of single members
 * from it. Prints times, memory, sizes, the smallest number of slips of a value, and whether the
 * total of the manifest is the sum of all balances.
 */
const { values } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, proofs: { type: 'string' } },
})
const MEMBERS = Number(values.members)
const PROOFS = Number(values.proofs ?? Math.min(MEMBERS, 2_000))
const KINDS = 5
/** The largest size of a member's proof that is wanted. */
const MAX_BYTES = 8_192
/** How many members have an amount of each kind: cash, invested, profit, pending and due. */
const SHARES = [0.9, 0.7, 0.6, 0.05, 0.02]
/** The median of an amount in cents, and the spread of its logarithm. */
const MEDIAN = 180_000
const SPREAD = 1.8

let state = 42
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const drawNormal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const getId = (at: number) => `mem_${String(at).padStart(20, '0')}`
const getEmail = (at: number) => `member.${at}@example.com`
const drawCents = (share: number) =>
  BigInt(random() < share ? Math.round(Math.exp(Math.log(MEDIAN) + SPREAD * drawNormal())) : 0)

function inventMembers() {
  const collector = collectMembers(MEMBERS, { ids: MEMBERS * 24, emails: MEMBERS * 32 })
  for (let at = 0; at < MEMBERS; at++) {
    const amounts = LIABILITY_KINDS.map((kind, place) => [kind, drawCents(SHARES[place] ?? 0)])
    collector.add(getId(at), getEmail(at), Object.fromEntries(amounts))
  }

  return collector.finish()
}

const report = (name: string, value: number, unit: string, goal?: number) =>
  process.stdout.write(`${JSON.stringify({ name, value, unit, ...(goal && { goal }) })}\n`)

const members = inventMembers()
const secret = createHash('sha256').update('bench').digest()
const begun = performance.now()
const cpu = process.cpuUsage()
const tree = await buildSlips('lia_bench', secret, members)
const seconds = (performance.now() - begun) / 1_000
const { user, system } = process.cpuUsage(cpu)

const manifest = buildManifest({ epoch: 'lia_bench', day: '2026-11-26', seq: '1', tree })
const cents = new Float64Array(members.cents)
const owed = cents.reduce((sum, amount, at) => (at % KINDS < 4 ? sum + amount : sum), 0)
const smallest = Math.min(...tree.counts.flat().filter((count) => count > 0))

report('slips of the proof', tree.size, 'slips')
report('proof of liabilities, two threads', Number(seconds.toFixed(2)), 's', 8)
report('its time of processors', Number(((user + system) / 1e6).toFixed(2)), 's')
report('memory', Math.round(process.memoryUsage().rss / 1e6), 'MB', 800)
report('manifest', formatCanonicalJson(manifest).length, 'bytes', 65_535)
report('smallest number of slips of a value', smallest, 'slips', 5)
report(
  'difference between manifest and balances',
  Number(BigInt(manifest.owedCents) - BigInt(owed)),
  'cents',
)

const prover = { manifest: parseManifest(manifest), secret, readTile: createTreeTiles(tree) }
const listSlips = (member: number) => {
  const amounts = cents.subarray(member * KINDS, (member + 1) * KINDS)
  return listOwnSlips(
    tree.counts,
    Array.from(amounts, (amount) => BigInt(amount)),
  )
}

/** Returns the sizes of the proofs of members in bytes, ascending. */
async function measureProofs(of: readonly number[]): Promise<number[]> {
  const sizes: number[] = []
  for (const member of of) {
    const proof = await proveSlips(prover, getId(member), getEmail(member), listSlips(member))
    sizes.push(formatCanonicalJson(proof).length)
  }

  return sizes.sort((a, b) => a - b)
}

const proving = performance.now()
const sizes = await measureProofs(
  Array.from({ length: PROOFS }, (_, at) => Math.floor((at * MEMBERS) / PROOFS)),
)
report('a proof', Number(((performance.now() - proving) / PROOFS).toFixed(2)), 'ms')
report('its median size', sizes[sizes.length >> 1] ?? 0, 'bytes')
report('its size at 99 of 100', sizes[Math.floor(sizes.length * 0.99)] ?? 0, 'bytes')

const slipCounts = Uint16Array.from({ length: MEMBERS }, (_, at) => listSlips(at).length)
const membersBySlips = Array.from({ length: MEMBERS }, (_, at) => at)
  .sort((a, b) => (slipCounts[b] ?? 0) - (slipCounts[a] ?? 0))
  .slice(0, PROOFS)
const largest = await measureProofs(membersBySlips)
report('slips of one member', slipCounts[membersBySlips[0] ?? 0] ?? 0, 'slips')
report('the largest proof of those with the most slips', largest.at(-1) ?? 0, 'bytes', MAX_BYTES)
