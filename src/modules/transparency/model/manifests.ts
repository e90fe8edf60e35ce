/** The manifest of a proof of liabilities: how many slips of each value there are, and the tree. */
import { base64 } from '@scure/base'
import type { EntryBody, EntryValue } from './log-entries.ts'
import { computeRoot, equalsHash, HASH_BYTES, type Hash, splitHashes } from './log-tree.ts'
import { SLIP_VALUES } from './slip-values.ts'
import { getNodeHeight, LIABILITY_KINDS, type LiabilityKind, OWED_KINDS } from './slips.ts'

/** The slips of one value: its places in the tree begin at `start`. */
export type SlipRange = { kind: LiabilityKind; value: number; start: number; count: number }

export type Manifest = {
  epoch: string
  day: string
  /** The journal number that the balances are of. */
  seq: string
  size: number
  root: Hash
  ranges: readonly SlipRange[]
  totals: Readonly<Record<LiabilityKind, bigint>>
}

type BuiltTree = {
  size: number
  root: Uint8Array
  counts: readonly (readonly number[])[]
}

/** The manifest's note on the kind that is in no total. */
const DUE_NOTE = 'due: not owed until the plan earns it'

/** Returns the body of the manifest's entry in the log. */
export function buildManifest({
  epoch,
  day,
  seq,
  tree,
}: {
  epoch: string
  day: string
  seq: string
  tree: BuiltTree
}) {
  const listSlips = (kind: number) =>
    (tree.counts[kind] ?? []).flatMap((count, index): [number, number][] =>
      count > 0 ? [[SLIP_VALUES[index] ?? 0, count]] : [],
    )
  const slips = mapKinds((_, kind) => listSlips(kind))
  const totals = mapKinds((name) => sumSlips(slips[name]))

  return {
    epoch,
    day,
    seq,
    size: tree.size,
    root: base64.encode(tree.root),
    slips,
    totals: mapKinds((name) => String(totals[name])),
    owedCents: String(OWED_KINDS.reduce((sum, name) => sum + totals[name], 0n)),
    note: DUE_NOTE,
  } satisfies EntryBody
}

const mapKinds = <Value>(map: (name: LiabilityKind, at: number) => Value) =>
  Object.fromEntries(LIABILITY_KINDS.map((name, at) => [name, map(name, at)])) as Record<
    LiabilityKind,
    Value
  >

const sumSlips = (slips: readonly [number, number][]) =>
  slips.reduce((sum, [value, count]) => sum + BigInt(value) * BigInt(count), 0n)

const isCount = (value: EntryValue | undefined): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/**
 * Parses and checks a manifest: its ranges follow each other without a gap, its totals are the sums
 * of its slips, and its nodes give its root. Throws what is wrong.
 */
export function parseManifest(body: EntryBody): Manifest {
  const ranges = parseRanges(body.slips)
  const totals = mapKinds((name) =>
    sumSlips(ranges.filter(({ kind }) => kind === name).map(({ value, count }) => [value, count])),
  )
  const stated = body.totals as Record<string, EntryValue>
  for (const name of LIABILITY_KINDS)
    if (stated[name] !== String(totals[name]))
      throw new Error(`The published total of ${name} is not the sum of its slips.`)
  if (body.owedCents !== String(OWED_KINDS.reduce((sum, name) => sum + totals[name], 0n)))
    throw new Error('The published total is not the sum of the slips.')

  const last = ranges.at(-1)
  const size = last ? last.start + last.count : 0
  if (body.size !== size) throw new Error('The published list of amounts is incomplete.')

  return {
    epoch: String(body.epoch),
    day: String(body.day),
    seq: String(body.seq),
    size,
    root: base64.decode(String(body.root)),
    ranges,
    totals,
  }
}

function parseRanges(slips: EntryValue | undefined): SlipRange[] {
  const byKind = slips as Record<string, readonly (readonly EntryValue[])[]>
  const unknown = Object.keys(byKind).find((name) => !LIABILITY_KINDS.includes(name as never))
  if (unknown) throw new Error(`The manifest has an unknown kind, ${unknown}.`)

  const ranges: SlipRange[] = []
  let start = 0
  for (const kind of LIABILITY_KINDS) {
    let previous = 0
    for (const [value, count] of byKind[kind] ?? []) {
      if (!isCount(value) || !isCount(count) || value <= previous)
        throw new Error(`The values of ${kind} are not in their order.`)
      ranges.push({ kind, value, start, count })
      start += count
      previous = value
    }
  }

  return ranges
}

/** Parses the published nodes of a tree. Throws unless they give the root of the manifest. */
export function parseNodes({ size, root }: Manifest, bytes: Uint8Array): Hash[] {
  const count = Math.ceil(size / 2 ** getNodeHeight(size))
  if (bytes.length !== count * HASH_BYTES) throw new Error('The published tree lacks nodes.')

  const nodes = splitHashes(bytes)
  if (!equalsHash(computeRoot(nodes), root))
    throw new Error('The published nodes do not give the root of the manifest.')

  return nodes
}

/** Returns the number of published slips of each value by kind, as `expandValue` needs it. */
export function countValues({ ranges }: Manifest): number[][] {
  const counts = LIABILITY_KINDS.map(() => SLIP_VALUES.map(() => 0))
  const places = new Map(SLIP_VALUES.map((value, index) => [value, index]))
  for (const { kind, value, count } of ranges) {
    const own = counts[LIABILITY_KINDS.indexOf(kind)]
    const place = places.get(value)
    if (own && place !== undefined) own[place] = count
  }

  return counts
}
