import { spawn } from 'node:child_process'
import { project } from './command.js'
import { seconds } from './print.js'
import { whenStopping } from './shutdown.js'

/**
 * @typedef {object} Outcome
 * @property {string} name
 * @property {boolean} good
 * @property {number} ms
 */

/**
 * Runs one step under the pinned Node, its output shown as it comes, and prints its name and time.
 * @param {string} name
 * @param {string[]} args of Node
 * @param {Record<string, string>} [environment]
 * @returns {Promise<Outcome>}
 */
export async function step(name, args, environment = {}) {
  process.stdout.write(`\n── ${name}\n`)

  const started = performance.now()
  const code = await run(process.execPath, args, environment)
  const ms = performance.now() - started
  const good = code === 0

  process.stdout.write(`── ${name}: ${good ? 'good' : 'FAILED'}, ${seconds(ms)}\n`)

  return { name, good, ms }
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [environment]
 * @returns {Promise<number>}
 */
export function run(program, args, environment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: project,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })

    const ended = new Promise((done) => child.once('close', done))
    whenStopping(async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
    })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

export const LINT = ['node_modules/@biomejs/biome/bin/biome', 'check', '.']
export const TYPES = ['node_modules/typescript-7/bin/tsc', '-p', '.']
export const ARCHITECTURE = ['tools/check-architecture.ts']
export const VITEST = ['node_modules/vitest/vitest.mjs', 'run']
