import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { command, project } from './command.js'
import { Refusal, say } from './print.js'
import { isRelease } from './release-manifest.js'
import { whenStopping } from './shutdown.js'

const SOURCES = [
  'src',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const STAMP = join(project, 'build/.fingerprint')

/**
 * Builds what the browser and the server run, when the sources have changed since. A release is
 * built already.
 */
export async function ensureBuilt() {
  if (isRelease() || isBuildCurrent(fingerprint())) return
  await alone(build)
}

/**
 * Throws a refusal unless the sources are built. A process that runs beside others of the same
 * folder never builds: the pages of the others would lose their files.
 */
export function assertBuilt() {
  if (isRelease() || isBuildCurrent(fingerprint())) return

  throw new Refusal(
    'The sources of this folder have changed since they were built. Web and worker processes ' +
      "don't build: stop those that run from this folder and run npm run build, or install a " +
      'release in a folder of its own (docs/operating/upgrade.md).',
  )
}

/** @param {string} expected */
const isBuildCurrent = (expected) =>
  fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === expected

async function build() {
  const expected = fingerprint()
  if (isBuildCurrent(expected)) return // another process built while this one waited

  say('Building (a few seconds)')
  fs.rmSync(STAMP, { force: true })

  await buildFolder(project)

  fs.writeFileSync(STAMP, expected)
  say('Built')
}

/**
 * Runs work while no other process builds in this folder. The name is the kernel's and goes with
 * the process.
 * @param {() => Promise<void>} work
 */
async function alone(work) {
  const name = `\0candor-build-${createHash('sha256').update(project).digest('hex').slice(0, 16)}`
  let holder = await take(name)

  while (!holder) {
    await pause(200)
    holder = await take(name)
  }

  try {
    await work()
  } finally {
    holder.close()
  }
}

/**
 * @param {string} name
 * @returns {Promise<import('node:net').Server | undefined>} undefined while another process has it
 */
function take(name) {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(name, () => resolve(server))
  })
}

/** Hashes contents, not times, so that it is right in a new clone and after a branch change. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const path of SOURCES.flatMap(filesBelow).sort()) {
    if (/\.test\.tsx?$/.test(path)) continue
    hash.update(`${path}\0`).update(fs.readFileSync(join(project, path)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  const found = fs.statSync(join(project, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return fs.readdirSync(join(project, path)).flatMap((name) => filesBelow(join(path, name)))
}

/**
 * Builds the sources of a folder into its `build`.
 * @param {string} folder
 */
export async function buildFolder(folder) {
  const { code, output } = await runBuild(folder)
  if (code !== 0) throw new Refusal(`The build failed:\n${output.slice(-6_000)}`)
}

/**
 * @param {string} folder
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runBuild(folder) {
  return new Promise((resolve, reject) => {
    const bin = join(folder, 'node_modules/@react-router/dev/bin.cjs')
    const child = spawn(process.execPath, [bin, 'build'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })

    whenStopping(() => void child.kill('SIGTERM'))

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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await command(import.meta.url, async () => {
    await ensureBuilt()
    return 0
  })
