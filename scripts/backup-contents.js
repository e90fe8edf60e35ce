import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from './print.js'

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
 * @property {{ block: string, seq: string, hash: string } | null} head of the journal, when it
 *   was begun
 * @property {string} migration the last one
 * @property {Content[]} contents
 */

export const NAMES = {
  manifest: 'manifest.json',
  archive: 'database.tar.gz',
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
 * Copies what lies below a folder, each file synced.
 * @param {string} from
 * @param {string} to
 */
export function copySynced(from, to) {
  for (const name of filesBelow(from)) {
    if (name.endsWith('.part')) continue // being written: its row isn't committed yet

    const target = join(to, name)
    if (!copyIfThere(join(from, name), target)) continue

    const file = fs.openSync(target, 'r')
    fs.fsyncSync(file)
    fs.closeSync(file)
  }
}

/**
 * Copies a file for its owner alone. Returns false for one that went away: it was deleted on
 * purpose.
 * @param {string} from
 * @param {string} to a path that doesn't exist yet
 */
export function copyIfThere(from, to) {
  fs.mkdirSync(dirname(to), { recursive: true, mode: 0o700 })

  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
    return false
  }

  fs.chmodSync(to, 0o600)
  return true
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
    throw new Refusal(
      `${folder} is not a complete backup: ${NAMES.manifest}, which is written last, is missing.`,
    )

  const manifest = /** @type {Manifest} */ (JSON.parse(fs.readFileSync(path, 'utf8')))
  if (manifest.format !== 1)
    throw new Refusal(`${path} was made by a newer version of Candor. Use that version.`)

  const found = new Map((await listContents(folder)).map((content) => [content.path, content]))
  const wrong = manifest.contents
    .filter(({ path: name, sha256 }) => found.get(name)?.sha256 !== sha256)
    .map(({ path: name }) => (found.has(name) ? `${name} was changed` : `${name} is missing`))
  const known = new Set(manifest.contents.map(({ path: name }) => name))

  wrong.push(
    ...[...found.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `${name} is not part of the backup`),
  )

  if (wrong.length > 0)
    throw new Refusal(
      `The backup in ${folder} can't be used:\n${wrong.map((line) => `  ${line}`).join('\n')}`,
    )

  return manifest
}
