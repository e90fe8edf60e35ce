import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { sanitiseUpload } from '../../src/platform/files/uploads.ts'

/**
 * Run in a process of its own, so that the memory measured is that of taking files in, and of
 * nothing else.
 */
const [folder = '', PAYLOAD = ''] = process.argv.slice(2)
await sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } })
  .png()
  .toBuffer() // the library itself
const MIB = 1 << 20
const files = readdirSync(folder).sort()
const problems: string[] = []
const outcomes = new Map<string, number>()
let slowest = 0
let peakBytes = 0
let highest: [number, string] = [0, '']
global.gc?.()
const before = process.memoryUsage().rss
const watch = setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
}, 5)

for (const name of files) {
  global.gc?.() // what was read from the disk before is not what is measured

  const bytes = readFileSync(join(folder, name))
  const started = performance.now()
  const storedUpload = await sanitiseUpload(bytes, 'file').catch((error) => error)

  slowest = Math.max(slowest, performance.now() - started)
  if (process.memoryUsage().rss > highest[0]) highest = [process.memoryUsage().rss, name]
  peakBytes = Math.max(peakBytes, process.memoryUsage().rss)

  if (storedUpload instanceof Error) {
    const { code, status } = storedUpload as { code?: string; status?: number }
    if (!code?.startsWith('file_') || !status || status >= 500)
      problems.push(`${name}: ${storedUpload.message}`)
    outcomes.set(code ?? '', (outcomes.get(code ?? '') ?? 0) + 1)
    continue
  }

  outcomes.set(storedUpload.type, (outcomes.get(storedUpload.type) ?? 0) + 1)

  const found = await fileTypeFromBuffer(storedUpload.content)
  if (found?.mime !== storedUpload.type)
    problems.push(`${name} is stored as ${storedUpload.type} and is ${found?.mime}`)

  const content = Buffer.from(storedUpload.content)
  if (content.includes(PAYLOAD) || content.includes('evil.example'))
    problems.push(`${name} is stored with its payload`)
  if (storedUpload.type !== 'application/pdf' && content.includes('<script'))
    problems.push(`${name} is stored with a script`)
}

clearInterval(watch)
process.stdout.write(
  JSON.stringify({
    files: files.length,
    problems,
    outcomes: Object.fromEntries(outcomes),
    slowestMs: Math.round(slowest),
    grownMiB: Math.round((peakBytes - before) / MIB),
    highest: highest[1],
  }),
)
