import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { hashEmptyTree } from '../model/log-tree.ts'
import { cutCents, expandValue, type Pieces, planSlips, SLIP_VALUES } from '../model/slip-values.ts'
import { getNodeHeight, LIABILITY_KINDS, MAX_NODES } from '../model/slips.ts'
import type { SlipMembers } from './slip-members.ts'
import {
  foldLevel,
  runSlipTask,
  type SharedSlips,
  type SlipTask,
  SUBTREE_LEAVES,
} from './slip-tasks.ts'

const KINDS = LIABILITY_KINDS.length
const VALUES = SLIP_VALUES.length
const HASH_BYTES = 32
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

/** From this many slips on, threads take less time than they take to start. */
const THREADS_FROM = 50_000

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
  const parts = splitMembers(members.count, options.threads || 2)
  const cents = new Float64Array(members.cents)
  const cutCounts = parts.map(([from, to]) => countCuts(cents, from, to))
  const plans = planKinds(cutCounts)
  const size = plans.flat().reduce((sum, count) => sum + count, 0)
  if (size > MAX_SLIPS) throw new Error(`${size} slips are too many for one tree`)

  const shared: SharedSlips = {
    epoch,
    secret,
    kinds: KINDS,
    members,
    pieces: plans.map((counts) => SLIP_VALUES.map((_, index) => expandValue(index, counts))),
    leaves: new SharedArrayBuffer(size * HASH_BYTES),
    subtrees: new SharedArrayBuffer(Math.ceil(size / SUBTREE_LEAVES) * HASH_BYTES),
  }
  const threads = options.threads ?? (size < THREADS_FROM ? 0 : 2)
  const run = threads === 0 ? runHere(shared) : openThreads(shared, threads)

  try {
    const starts = computeStarts(plans, shared.pieces, cutCounts)
    await run.each(
      parts.map(([from, to], part) => ({
        name: 'hash',
        from,
        to,
        starts: starts[part] as Uint32Array,
      })),
    )
    await run.each(shareRanges(plans, parts.length))
    await run.each(
      splitMembers(Math.ceil(size / SUBTREE_LEAVES), parts.length).map(([from, to]) => ({
        name: 'fold',
        from,
        to,
      })),
    )
  } finally {
    await run.close()
  }

  return finishTree(shared, size, plans)
}

type Part = readonly [from: number, to: number]

const splitMembers = (count: number, threads: number): Part[] =>
  Array.from({ length: threads }, (_, part) => [
    Math.floor((count * part) / threads),
    Math.floor((count * (part + 1)) / threads),
  ])

function countCuts(cents: Float64Array, from: number, to: number): Uint32Array {
  const counts = new Uint32Array(KINDS * VALUES)
  let base = 0
  const count = (index: number) => {
    counts[base + index] = (counts[base + index] ?? 0) + 1
  }

  for (let at = from * KINDS; at < to * KINDS; at++) {
    base = (at % KINDS) * VALUES
    cutCents(cents[at] ?? 0, count)
  }

  return counts
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
function shareRanges(plans: readonly number[][], threads: number): SlipTask[] {
  let start = 0
  const ranges = plans
    .flat()
    .map((count): [number, number] => {
      start += count
      return [start - count, start]
    })
    .filter(([from, to]) => to > from + 1)
    .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))

  const shares = Array.from({ length: threads }, () => ({ slips: 0, ranges: [] as typeof ranges }))
  for (const range of ranges) {
    const share = shares.reduce((smallest, one) => (one.slips < smallest.slips ? one : smallest))
    share.ranges.push(range)
    share.slips += range[1] - range[0]
  }

  return shares.map(({ ranges }) => ({ name: 'sort', ranges }))
}

/** The thread's file: a source here, or what the build made of it beside or above this file. */
function findWorker(): URL {
  const names = ['./slip-worker.ts', './slip-worker.js', '../slip-worker.js']
  const found = names.map((name) => new URL(name, import.meta.url)).find((url) => existsSync(url))
  if (!found) throw new Error('the file of the threads for proofs is missing')

  return found
}

const runHere = (shared: SharedSlips) => ({
  each: async (tasks: readonly SlipTask[]) => {
    for (const task of tasks) runSlipTask(shared, task)
  },
  close: async () => {},
})

function openThreads(shared: SharedSlips, threads: number) {
  const file = findWorker()
  const workers = Array.from(
    { length: threads },
    () =>
      new Worker(file, { workerData: shared, resourceLimits: { maxYoungGenerationSizeMb: 32 } }),
  )

  const runTask = async (worker: Worker, task: SlipTask) => {
    const done = once(worker, 'message')
    worker.postMessage(task)
    await done
  }

  return {
    each: async (tasks: readonly SlipTask[]) => {
      await Promise.all(tasks.map((task, at) => runTask(workers[at] as Worker, task)))
    },
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function finishTree(shared: SharedSlips, size: number, plans: number[][]): SlipTree {
  const leaves = Buffer.from(shared.leaves)
  const subtrees = Buffer.from(shared.subtrees)
  const base = getNodeHeight(size) < SUBTREE_HEIGHT ? leaves : subtrees
  const nodes = Buffer.from(foldLevel(Buffer.from(base), base.length / HASH_BYTES, MAX_NODES))
  const root =
    size === 0
      ? Buffer.from(hashEmptyTree())
      : foldLevel(Buffer.from(nodes), nodes.length / HASH_BYTES, 1)

  return { size, root: Buffer.from(root), leaves, subtrees, nodes, counts: plans }
}
