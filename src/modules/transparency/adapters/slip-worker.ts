/** A thread that works on the tree of slips: it runs one task for each message. */
import { parentPort, workerData } from 'node:worker_threads'
import { runSlipTask, type SharedSlips, type SlipTask } from './slip-tasks.ts'

const shared = workerData as SharedSlips

parentPort?.on('message', (task: SlipTask) => {
  runSlipTask(shared, task)
  parentPort?.postMessage('done')
})
