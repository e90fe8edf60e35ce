/** A thread that works on the tree of slips: it runs one task for each message. */
import { parentPort, workerData } from 'node:worker_threads'
import type { SlipSource } from './slip-owners.ts'
import { runSlipTask, type SlipTask } from './slip-tasks.ts'

const source = workerData as SlipSource

parentPort?.on('message', (task: SlipTask) => {
  parentPort?.postMessage(runSlipTask(source, task))
})
