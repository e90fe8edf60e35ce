import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { HASH_BYTES, hashEmptyTree } from '../model/log-tree.ts'
import { expandValue, type Pieces, planSlips, SLIP_VALUES } from '../model/slip-values.ts'
import { getNodeHeight, LIABILITY_KINDS } from '../model/slips.ts'
import type { SlipMembers } from './slip-members.ts'
import type { SlipSource } from './slip-owners.ts'
import { runSlipTask, type SlipTask } from './slip-tasks.ts'
import { foldLevel, SUBTREE_LEAVES } from './slip-tree.ts'

const KINDS = LIABILITY_KINDS.length
const VALUES = SLIP_VALUES.length
const SUBTREE_HEIGHT = 8
const MAX_SLIPS = 2 ** 26

export type SlipTree = {
  size: number
  root: Buffer
  /** The leaves, 32 bytes each: by kind, value and hash. */
  leaves: Buffer
  /** The roots of subtrees of 256 leaves. */
  subtrees: Buffer
  /** The nodes at the height that proofs lead to, which are published. */
  nodes: Buffer
  /** The number of slips by kind and value. */
  counts: readonly (readonly number[])[]
}

/** Threads beside this one; 0 does all the work here, as small trees are built unless said. */
export type BuildOptions = { threads?: number }

/** From this many members on, threads take less time than they take to start. */
const THREADS_FROM = 7_000

/**
 * Builds the tree of slips in threads of its own; the same members, epoch and secret give the same
 * tree.
 */
export async function buildSlips(
  epoch: string,
  secret: Uint8Array,
  members: SlipMembers,
  options: BuildOptions = {},
): Promise<SlipTree> {
  const threads = options.threads ?? (members.count < THREADS_FROM ? 0 : 2)
  const parts = splitRange(members.count, threads || 2)
  const source = { epoch, secret, members }
  const run = threads === 0 ? runHere(source) : openThreads(source, threads)

  try {
    const cutCounts = await run.each(parts.map(([from, to]) => ({ name: 'count', from, to })))
    return await buildTree(run.each, parts, cutCounts as Uint32Array[])
  } finally {
    await run.close()
  }
}

type Part = readonly [from: number, to: number]
type RunEach = (tasks: readonly SlipTask[]) => Promise<(Uint32Array | undefined)[]>

const splitRange = (count: number, parts: number): Part[] =>
  Array.from({ length: parts }, (_, part) => [
    Math.floor((count * part) / parts),
    Math.floor((count * (part + 1)) / parts),
  ])

async function buildTree(
  runEach: RunEach,
  parts: readonly Part[],
  cutCounts: readonly Uint32Array[],
): Promise<SlipTree> {
  const plans = planKinds(cutCounts)
  const size = plans.flat().reduce((sum, count) => sum + count, 0)
  if (size > MAX_SLIPS) throw new Error(`${size} slips are too many for one tree`)

  const pieces = plans.map((counts) => {
    const known = new Map<number, Pieces>()
    return SLIP_VALUES.map((_, index) => expandValue(index, counts, known))
  })
  const starts = computeStarts(plans, pieces, cutCounts)
  const leaves = new SharedArrayBuffer(size * HASH_BYTES)
  const subtrees = new SharedArrayBuffer(Math.ceil(size / SUBTREE_LEAVES) * HASH_BYTES)

  await runEach(
    parts.map(([from, to], part) => ({
      name: 'hash',
      from,
      to,
      starts: starts[part] as Uint32Array,
      pieces,
      leaves,
    })),
  )
  await runEach(
    shareRanges(plans, parts.length).map((ranges) => ({ name: 'sort', ranges, leaves })),
  )
  await runEach(
    splitRange(Math.ceil(size / SUBTREE_LEAVES), parts.length).map(([from, to]) => ({
      name: 'fold',
      from,
      to,
      leaves,
      subtrees,
    })),
  )

  return finishTree(Buffer.from(leaves), Buffer.from(subtrees), plans)
}

const planKinds = (cutCounts: readonly Uint32Array[]): number[][] =>
  LIABILITY_KINDS.map((_, kind) =>
    planSlips(
      SLIP_VALUES.map((_, index) =>
        cutCounts.reduce((sum, counts) => sum + (counts[kind * VALUES + index] ?? 0), 0),
      ),
    ),
  )

/** Returns where each thread begins to write in the range of each kind and value. */
function computeStarts(
  plans: readonly number[][],
  pieces: readonly (readonly Pieces[])[],
  cutCounts: readonly Uint32Array[],
) {
  const starts = cutCounts.map(() => new Uint32Array(KINDS * VALUES))
  let next = 0

  for (const [kind, counts] of plans.entries()) {
    const written = cutCounts.map((cuts) => countPieces(pieces[kind] ?? [], cuts, kind))
    for (let index = 0; index < VALUES; index++) {
      let at = next
      for (const [part, own] of written.entries()) {
        const start = starts[part]
        if (start) start[kind * VALUES + index] = at
        at += own[index] ?? 0
      }
      next += counts[index] ?? 0
    }
  }

  return starts
}

function countPieces(pieces: readonly Pieces[], cuts: Uint32Array, kind: number): Uint32Array {
  const counts = new Uint32Array(VALUES)
  for (let index = 0; index < VALUES; index++)
    for (const [piece, times] of pieces[index] ?? [])
      counts[piece] = (counts[piece] ?? 0) + times * (cuts[kind * VALUES + index] ?? 0)

  return counts
}

/** Deals the ranges to threads: the longest first, each to the thread with the fewest slips. */
function shareRanges(plans: readonly number[][], threads: number): Part[][] {
  let start = 0
  const ranges = plans
    .flat()
    .map((count): Part => {
      start += count
      return [start - count, start]
    })
    .filter(([from, to]) => to > from + 1)
    .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))

  const shares = Array.from({ length: threads }, () => ({ slips: 0, ranges: [] as Part[] }))
  for (const range of ranges) {
    const share = shares.reduce((smallest, one) => (one.slips < smallest.slips ? one : smallest))
    share.ranges.push(range)
    share.slips += range[1] - range[0]
  }

  return shares.map(({ ranges }) => ranges)
}

/** The thread's file: a source here, or what the build made of it beside or above this file. */
function findWorker(): URL {
  const names = ['./slip-worker.ts', './slip-worker.js', '../slip-worker.js']
  const found = names.map((name) => new URL(name, import.meta.url)).find((url) => existsSync(url))
  if (!found) throw new Error('the file of the threads for proofs is missing')

  return found
}

const runHere = (source: SlipSource) => ({
  each: async (tasks: readonly SlipTask[]) => tasks.map((task) => runSlipTask(source, task)),
  close: async () => {},
})

function openThreads(source: SlipSource, threads: number) {
  const file = findWorker()
  const workers = Array.from(
    { length: threads },
    () =>
      new Worker(file, { workerData: source, resourceLimits: { maxYoungGenerationSizeMb: 32 } }),
  )

  const runTask = async (worker: Worker, task: SlipTask): Promise<Uint32Array | undefined> => {
    const done = once(worker, 'message')
    worker.postMessage(task)
    return (await done)[0]
  }

  return {
    each: (tasks: readonly SlipTask[]) =>
      Promise.all(tasks.map((task, at) => runTask(workers[at] as Worker, task))),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function finishTree(leaves: Buffer, subtrees: Buffer, counts: number[][]): SlipTree {
  const size = leaves.length / HASH_BYTES
  const height = getNodeHeight(size)
  const base = height < SUBTREE_HEIGHT ? leaves : subtrees
  const count = Math.ceil(size / 2 ** height)
  const nodes = Buffer.from(foldLevel(Buffer.from(base), base.length / HASH_BYTES, count))
  const root =
    size === 0
      ? Buffer.from(hashEmptyTree())
      : foldLevel(Buffer.from(nodes), nodes.length / HASH_BYTES, 1)

  return { size, root: Buffer.from(root), leaves, subtrees, nodes, counts }
}
