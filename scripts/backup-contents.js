import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from './print.js'
import { listArchive } from './tar.js'

/**
 * @typedef {object} Content
 * @property {string} path below the backup
 * @property {number} bytes
 * @property {string} sha256
 *
 * @typedef {object} Manifest
 * @property {1} format
 * @property {string} madeAt when it was begun: everything that had been acknowledged by then is
 *   in it
 * @property {string} finishedAt
 * @property {string} candor
 * @property {'cluster' | 'dump'} how
 * @property {number} postgres the server's major version
 * @property {number} segment bytes of one file of the server's log
 * @property {{ block: string, seq: string, hash: string } | null} head of the journal, when it
 *   was begun
 * @property {string} migration the last one
 * @property {Content[]} contents
 */

export const NAMES = {
  manifest: 'manifest.json',
  archive: 'database.tar.gz',
  list: 'database.list.json',
  dump: 'database.dump',
  login: 'login.json',
  secret: 'secret',
}

/** @param {string} path */
export async function hashFile(path) {
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Every file below a folder, as paths from it.
 * @param {string} folder
 * @returns {string[]}
 */
export const filesBelow = (folder) =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
        .sort()
    : []

/**
 * Copies a file or what lies below a folder, each synced; one that goes away meanwhile was deleted
 * on purpose.
 * @param {string} from
 * @param {string} to
 */
export function copySynced(from, to) {
  for (const name of filesBelow(from)) {
    if (name.endsWith('.part')) continue // being written: its row isn't committed yet

    const target = join(to, name)
    fs.mkdirSync(dirname(target), { recursive: true, mode: 0o700 })

    try {
      fs.copyFileSync(join(from, name), target, fs.constants.COPYFILE_EXCL)
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') continue
      throw error
    }

    fs.chmodSync(target, 0o600)

    const file = fs.openSync(target, 'r')
    fs.fsyncSync(file)
    fs.closeSync(file)
  }
}

/**
 * Lists the files of a backup with freshly computed hashes.
 * @param {string} folder
 * @returns {Promise<Content[]>}
 */
export async function listContents(folder) {
  /** @type {Content[]} */
  const contents = []
  for (const path of filesBelow(folder)) {
    if (path === NAMES.manifest) continue
    const whole = join(folder, path)
    contents.push({ path, bytes: fs.statSync(whole).size, sha256: await hashFile(whole) })
  }

  return contents
}

/**
 * Reads a backup from its first to its last byte and refuses it when anything isn't as it was
 * written.
 * @param {string} folder
 * @returns {Promise<Manifest>}
 */
export async function checkBackup(folder) {
  const path = join(folder, NAMES.manifest)
  if (!fs.existsSync(path))
    throw new Refusal(`${folder} is no backup: it has no ${NAMES.manifest}, which is written last.`)

  const manifest = /** @type {Manifest} */ (JSON.parse(fs.readFileSync(path, 'utf8')))
  if (manifest.format !== 1) throw new Refusal(`${path} is of a newer Candor: use that one.`)

  const found = new Map((await listContents(folder)).map((content) => [content.path, content]))
  const wrong = manifest.contents
    .filter(({ path: name, sha256 }) => found.get(name)?.sha256 !== sha256)
    .map(({ path: name }) => (found.has(name) ? `${name} was changed` : `${name} is missing`))
  const known = new Set(manifest.contents.map(({ path: name }) => name))

  wrong.push(
    ...[...found.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `${name} doesn't belong to it`),
  )

  if (wrong.length === 0 && manifest.how === 'cluster')
    wrong.push(...(await wrongInArchive(folder, BigInt(manifest.segment))))

  if (wrong.length > 0)
    throw new Refusal(
      `The backup in ${folder} can't be used:\n${wrong.map((line) => `  ${line}`).join('\n')}`,
    )

  return manifest
}

/**
 * The archive held against the server's own list of it, and the log that makes it consistent
 * against its first and last place.
 * @param {string} folder
 * @param {bigint} segment
 */
async function wrongInArchive(folder, segment) {
  const found = await listArchive(join(folder, NAMES.archive)).catch((error) => error.message)
  if (typeof found === 'string') return [`${NAMES.archive}: ${found}`]

  const list = JSON.parse(fs.readFileSync(join(folder, NAMES.list), 'utf8'))
  /** @type {{ Path: string, Size: number, Checksum: string }[]} */
  const files = list.Files ?? []
  const wrong = files
    .filter(({ Path, Checksum }) => found.get(Path)?.sha256 !== Checksum)
    .map(({ Path }) => `${Path} in ${NAMES.archive}`)
  const segments = /** @type {Range[]} */ (list['WAL-Ranges'] ?? []).flatMap((range) =>
    listSegments(range, segment),
  )

  wrong.push(
    ...segments
      .filter((name) => !found.has(`pg_wal/${name}`))
      .map((name) => `the log ${name} is missing`),
  )

  if (files.length < 500 || segments.length === 0) wrong.push(`${NAMES.list} is no whole list`)
  if (!found.has('backup_label')) wrong.push('backup_label is missing')

  return wrong
}

/** @typedef {{ Timeline: number, 'Start-LSN': string, 'End-LSN': string }} Range */

/**
 * @param {Range} range
 * @param {bigint} bytes
 */
function listSegments(range, bytes) {
  const [from, to] = [parseLsn(range['Start-LSN']), parseLsn(range['End-LSN'])]
  const each = (1n << 32n) / bytes
  const names = []

  for (let number = from / bytes; number <= (to - 1n) / bytes; number++)
    names.push([BigInt(range.Timeline), number / each, number % each].map(eightDigits).join(''))

  return names
}

/** @param {bigint} number */
const eightDigits = (number) => number.toString(16).toUpperCase().padStart(8, '0')

/** @param {string} text */
function parseLsn(text) {
  const [high, low] = text.split('/').map((part) => BigInt(`0x${part}`))
  return ((high ?? 0n) << 32n) | (low ?? 0n)
}
