import { readFileSync } from 'node:fs'
import { say } from './print.js'

/** @type {(() => Promise<void> | void)[]} */
const steps = []
/** @type {Promise<never> | undefined} */
let stopping

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
const PARENT_CHECK_MS = 500

/**
 * Something to undo before this process ends; the last thing started is stopped first.
 * @param {() => Promise<void> | void} step
 */
export function whenStopping(step) {
  steps.push(step)
}

/**
 * Stops everything in order and ends the process. Asked again meanwhile, it is the same stop:
 * Ctrl-C reaches a process from the terminal and from npm at once.
 * @param {number} code
 * @returns {Promise<never>}
 */
export function stopEverything(code) {
  stopping ??= (async () => {
    for (const step of steps.reverse()) {
      try {
        await step()
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
        code = 1
      }
    }

    process.exit(code)
  })()

  return stopping
}

/** Returns whether the process is stopping: whatever ends now ends on request. */
export const isStopping = () => stopping !== undefined

/**
 * From now on Ctrl-C, a polite kill, and the death of the process that waits for this one stop
 * everything in order.
 */
export function stopOnSignals() {
  for (const name of SIGNALS)
    process.on(name, () => {
      if (!stopping) say('Stopping')
      stopEverything(0)
    })

  process.once('disconnect', () => stopEverything(0))
  process.channel?.unref()
  whenParentDies(() => stopEverything(0))
}

/**
 * npm can be killed without a chance to pass it on. Then the shell that it put between itself and
 * this process, or this process, has another parent.
 * @param {() => void} then
 */
export function whenParentDies(then) {
  if (!process.env.npm_lifecycle_event) return

  const lineage = () => `${process.ppid} ${readParentPid(process.ppid)}`
  const known = lineage()
  const timer = setInterval(() => {
    if (lineage() === known) return
    clearInterval(timer)
    then()
  }, PARENT_CHECK_MS)

  timer.unref()
}

/** @param {number} pid */
function readParentPid(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
  } catch {
    return undefined
  }
}
