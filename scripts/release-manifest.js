import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The file that a release has and a checkout doesn't. */
export const MANIFEST = 'release.json'

/**
 * @typedef {object} Manifest
 * @property {1} format
 * @property {string} version of package.json; with `+` and the commit unless the commit has its tag
 * @property {string} commit
 * @property {boolean} uncommitted whether the folder had changes that no commit has
 * @property {string} node the version of Node that it runs on
 * @property {string} schema the last file of db/schema
 * @property {Record<string, string>} files SHA-256 of every other file by its path
 */

const folder = dirname(dirname(fileURLToPath(import.meta.url)))

/** Returns whether this is an installed release and not a checkout. */
export const isRelease = () => fs.existsSync(join(folder, MANIFEST))

/**
 * Returns the paths of all files below a folder, in order. Installed packages and the manifest are
 * left out.
 * @param {string} root
 */
export function listFiles(root) {
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => path !== MANIFEST && !path.startsWith('node_modules/'))
    .filter((path) => path !== 'node_modules' && !path.startsWith('build/.'))
    .sort()
}

/** @param {string} path */
export const hashFile = (path) => createHash('sha256').update(fs.readFileSync(path)).digest('hex')

/** @param {string} root */
export const readManifest = (root) =>
  /** @type {Manifest} */ (JSON.parse(fs.readFileSync(join(root, MANIFEST), 'utf8')))

/**
 * Returns the differences between a folder and its manifest.
 * @param {string} root
 */
export function listDifferences(root) {
  const { files } = readManifest(root)
  const found = listFiles(root)

  return [
    ...Object.keys(files)
      .filter((path) => !found.includes(path))
      .map((path) => `${path} is missing`),
    ...found.filter((path) => !(path in files)).map((path) => `${path} is not of this release`),
    ...found
      .filter((path) => path in files && files[path] !== hashFile(join(root, path)))
      .map((path) => `${path} was changed`),
  ]
}
