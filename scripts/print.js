/**
 * Something the person in front of the terminal can act on: shown as a sentence, without a stack.
 */
export class Refusal extends Error {}

const started = performance.now()
/** @type {NodeJS.WritableStream} */
let lines = process.stdout

/**
 * For a command whose standard output is what it was asked for: the progress lines go beside it
 * from now on.
 */
export function sayAside() {
  lines = process.stderr
}

/** @param {number} ms */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/**
 * One plain progress line, with the time since this process began.
 * @param {string} text
 */
export function say(text) {
  lines.write(`${seconds(performance.now() - started).padStart(8)}  ${text}\n`)
}

/**
 * Prints what went wrong: a refusal as its sentence, anything else with its stack.
 * @param {unknown} error
 */
export function complain(error) {
  const text =
    error instanceof Refusal ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`\n${text}\n\n`)
}
