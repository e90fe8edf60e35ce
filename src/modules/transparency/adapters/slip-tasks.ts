/** The work of one thread on the tree of slips. */
import { countCuts, type HashTask, hashSlips } from './slip-leaves.ts'
import type { SlipSource } from './slip-owners.ts'
import { type FoldTask, foldSubtrees, type SortTask, sortRanges } from './slip-tree.ts'

export type SlipTask = { name: 'count'; from: number; to: number } | HashTask | SortTask | FoldTask

/** Runs a task of a thread, and returns the number of slips by kind and value that it counted. */
export function runSlipTask(source: SlipSource, task: SlipTask): Uint32Array | undefined {
  if (task.name === 'count') return countCuts(source, task.from, task.to)
  if (task.name === 'hash') hashSlips(source, task)
  else if (task.name === 'sort') sortRanges(task)
  else foldSubtrees(task)
}
