import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

const BLOCK = 512

/**
 * @typedef {object} Entry
 * @property {string} path
 * @property {'file' | 'folder'} kind
 * @property {number} bytes
 * @property {number} mode
 *
 * @typedef {object} Taker
 * @property {(chunk: Buffer) => void} write
 * @property {() => void} end
 */

/**
 * Walks through a packed archive as PostgreSQL writes it: folders and files with plain names, nothing else.
 * @param {string} path
 * @param {(entry: Entry) => Taker | undefined} open what takes the bytes of a file
 */
async function walk(path, open) {
  /** @type {Buffer} */
  let rest = Buffer.alloc(0)
  /** @type {{ left: number, padding: number, taker: Taker | undefined } | undefined} */
  let current
  let ended = false
  const read = async (/** @type {AsyncIterable<Buffer>} */ chunks) => {
    for await (const chunk of chunks) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (;;) {
        if (current) {
          const piece = rest.subarray(0, current.left)
          current.taker?.write(piece)
          current.left -= piece.length
          rest = rest.subarray(piece.length)
          if (current.left > 0 || rest.length < current.padding) break
          rest = rest.subarray(current.padding)
          current.taker?.end()
          current = undefined
        }
        if (rest.length < BLOCK) break
        const header = rest.subarray(0, BLOCK)
        rest = rest.subarray(BLOCK)
        if (header.every((byte) => byte === 0)) {
          ended = true
          continue
        }
        const entry = entryOf(header)
        current = { left: entry.bytes, padding: (BLOCK - (entry.bytes % BLOCK)) % BLOCK, taker: open(entry) }
      }
    }
  }
  await pipeline(fs.createReadStream(path), createGunzip(), read)
  if (current || !ended) throw new Error('the archive is cut off')
}

/**
 * @param {Buffer} header
 * @returns {Entry}
 */
function entryOf(header) {
  const name = textOf(header, 0, 100)
  const kind = String.fromCharCode(header[156] ?? 0)
  if (kind !== '0' && kind !== '5') throw new Error(`the archive has a link in it: ${name}`)
  if (name === '' || name.startsWith('/') || name.split('/').includes('..'))
    throw new Error(`the archive names a file outside itself: ${name}`)
  const bytes = kind === '5' ? 0 : sizeOf(header)
  return {
    ...{ path: name.replace(/^\.\//, '').replace(/\/$/, ''), kind: kind === '5' ? 'folder' : 'file' },
    ...{ bytes, mode: Number.parseInt(textOf(header, 100, 8), 8) },
  }
}

/**
 * @param {Buffer} header
 * @param {number} at
 * @param {number} length
 */
function textOf(header, at, length) {
  const end = header.indexOf(0, at)
  return header.toString('utf8', at, end < 0 || end > at + length ? at + length : end).trim()
}

/** From 8 GB on a size is written in bytes instead of octal digits.
 * @param {Buffer} header */
function sizeOf(header) {
  if (((header[124] ?? 0) & 0x80) === 0) return Number.parseInt(textOf(header, 124, 12), 8)
  return Number(header.readBigUInt64BE(128))
}

/**
 * What is in an archive, with the hash of each file.
 * @param {string} path
 * @returns {Promise<Map<string, { bytes: number, sha256: string }>>}
 */
export async function listArchive(path) {
  /** @type {Map<string, { bytes: number, sha256: string }>} */
  const found = new Map()
  await walk(path, ({ path: name, kind, bytes }) => {
    if (kind === 'folder') return undefined
    const hash = createHash('sha256')
    return {
      write: (chunk) => void hash.update(chunk),
      end: () => void found.set(name, { bytes, sha256: hash.digest('hex') }),
    }
  })
  return found
}

/**
 * Writes what is in an archive below an empty folder, and synced.
 * @param {string} path
 * @param {string} folder
 */
export async function unpack(path, folder) {
  await walk(path, ({ path: name, kind, mode }) => {
    const to = join(folder, name)
    fs.mkdirSync(kind === 'folder' ? to : dirname(to), { recursive: true, mode: 0o700 })
    if (kind === 'folder') return undefined
    const file = fs.openSync(to, 'wx', mode & 0o700)
    return {
      write: (chunk) => {
        for (let done = 0; done < chunk.length; ) done += fs.writeSync(file, chunk, done)
      },
      end: () => {
        fs.fsyncSync(file)
        fs.closeSync(file)
      },
    }
  })
}
