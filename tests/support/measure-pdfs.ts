import { setImmediate as pause } from 'node:timers/promises'
import { sanitiseUpload } from '../../src/platform/files/uploads.ts'
import { buildLargePdf } from './pdf-file.ts'

/**
 * Takes PDFs of 10 MB that repeat the texts of its JSON argument, in a process of its own, so that
 * the memory measured is theirs. Prints the longest turn of each, the time that decoding one
 * takes, and the memory. The times are CPU times: a busy machine doesn't lengthen them.
 */
const texts = JSON.parse(process.argv[2] ?? '[]') as string[]

function measureDecoding(pdf: Buffer): number {
  const started = process.threadCpuUsage()
  pdf.toString('latin1').replace(/#([0-9a-f]{2})/g, (_all, digits) => String(digits))
  return readCpuMs(started)
}

/** Returns the CPU time of the longest turn, during which other work waits. */
async function measureLongestTurn(work: Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const finish = work
    .catch(() => {})
    .finally(() => {
      isDone = true
    })

  for (let last = process.threadCpuUsage(); !isDone; last = process.threadCpuUsage()) {
    await pause()
    longest = Math.max(longest, readCpuMs(last))
  }
  await finish

  return longest
}

function readCpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}

const before = process.memoryUsage().rss
const longestMs: Record<string, number> = {}

for (const text of texts)
  longestMs[text] = await measureLongestTurn(sanitiseUpload(buildLargePdf(text), 'cv'))

const grownBytes = process.memoryUsage().rss - before
const decodingMs = measureDecoding(buildLargePdf('#41'))
process.stdout.write(JSON.stringify({ decodingMs, longestMs, grownBytes }))
