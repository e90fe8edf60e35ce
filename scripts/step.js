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
 * Runs one step under the pinned Node and prints its name and time. `buffered` prints its output
 * when it has ended, for a step that runs beside another.
 * @param {string} name
 * @param {string[]} args of Node
 * @param {Record<string, string>} [environment]
 * @param {{ buffered?: boolean }} [options]
 * @returns {Promise<Outcome>}
 */
export async function step(name, args, environment = {}, { buffered = false } = {}) {
  if (!buffered) process.stdout.write(`\n── ${name}\n`)

  const started = performance.now()
  const { code, output } = await runNode(args, environment, buffered)
  const ms = performance.now() - started
  const good = code === 0

  if (buffered) process.stdout.write(`\n── ${name}\n${output}`)
  process.stdout.write(`── ${name}: ${good ? 'good' : 'FAILED'}, ${seconds(ms)}\n`)

  return { name, good, ms }
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} environment
 * @param {boolean} buffered
 */
async function runNode(args, environment, buffered) {
  if (!buffered) return { code: await run(process.execPath, args, environment), output: '' }

  let output = ''
  const code = await run(process.execPath, args, environment, (text) => {
    output += text
  })

  return { code, output }
}

/**
 * Resolves with the exit code. Without `onOutput` the program writes to this terminal.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [environment]
 * @param {(text: string) => void} [onOutput]
 * @returns {Promise<number>}
 */
export function run(program, args, environment = {}, onOutput) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: project,
      env: { ...process.env, ...environment },
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    for (const stream of [child.stdout, child.stderr])
      if (onOutput) stream?.on('data', (chunk) => onOutput(String(chunk)))

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
/** One checker: several check the types that all files share once each. */
export const TYPES = ['node_modules/typescript-7/bin/tsc', '-p', '.', '--checkers', '1']
export const ARCHITECTURE = ['tools/check-architecture.ts']
export const DEAD_CODE = ['node_modules/knip/bin/knip.js']
export const VITEST = ['node_modules/vitest/vitest.mjs', 'run']
