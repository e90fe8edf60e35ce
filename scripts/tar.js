import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

const BLOCK = 512

/**
 * Walks through a packed archive as PostgreSQL writes it: folders and files with plain names,
 * nothing else, and an empty block behind the last.
 * @param {string} path
 * @param {(entry: import('tar-stream').Entry, name: string) => Promise<void>} take reads each to
 *   its end
 */
async function walk(path, take) {
  const { default: tar } = await import('tar-stream')
  const entries = tar.extract()
  let [receivedBytes, named] = [0, 0]
  const countBytes = async function* (/** @type {AsyncIterable<Buffer>} */ chunks) {
    for await (const chunk of chunks) {
      receivedBytes += chunk.length
      yield chunk
    }
  }

  const read = pipeline(fs.createReadStream(path), createGunzip(), countBytes, entries)
  const taken = (async () => {
    for await (const entry of entries) {
      named += BLOCK + Math.ceil((entry.header.size ?? 0) / BLOCK) * BLOCK
      await take(entry, parseEntryName(entry.header))
    }
  })()

  await Promise.all([read, taken])
  if (receivedBytes < named + BLOCK) throw new Error('the archive is cut off')
}

/** @param {import('tar-stream').Headers} header */
function parseEntryName({ name, type }) {
  if (type !== 'file' && type !== 'directory')
    throw new Error(`the archive has a link in it: ${name}`)
  if (name === '' || name.startsWith('/') || name.split('/').includes('..'))
    throw new Error(`the archive names a file outside itself: ${name}`)
  return name.replace(/^\.\//, '').replace(/\/$/, '')
}

/**
 * What is in an archive, with the hash of each file.
 * @param {string} path
 * @returns {Promise<Map<string, { bytes: number, sha256: string }>>}
 */
export async function listArchive(path) {
  /** @type {Map<string, { bytes: number, sha256: string }>} */
  const found = new Map()
  await walk(path, async (entry, name) => {
    const hash = createHash('sha256')
    for await (const chunk of entry) hash.update(chunk)
    const { type, size = 0 } = entry.header
    if (type === 'file') found.set(name, { bytes: size, sha256: hash.digest('hex') })
  })

  return found
}

/**
 * Writes what is in an archive below an empty folder, and synced.
 * @param {string} path
 * @param {string} folder
 */
export async function unpack(path, folder) {
  await walk(path, async (entry, name) => {
    const { type, mode = 0 } = entry.header
    const to = join(folder, name)
    fs.mkdirSync(type === 'directory' ? to : dirname(to), { recursive: true, mode: 0o700 })

    if (type === 'file')
      await pipeline(
        entry,
        fs.createWriteStream(to, { flags: 'wx', mode: mode & 0o700, flush: true }),
      )
    else entry.resume()
  })
}
