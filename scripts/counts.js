import * as fs from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { project } from './command.js'

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} [retried] passed after a retry
 * @property {string[]} [failures] each failed or retried test with the first lines of its error
 */

/** Lines of an error that the gate repeats at its end. */
const ERROR_LINES = 6

/**
 * Reads a JSON report of Vitest or Playwright; a runner that ended without one counts nothing.
 * @param {string} path
 * @returns {Counts}
 */
export function readCounts(path) {
  if (!fs.existsSync(path)) return { passed: 0, failed: 0, skipped: 0 }

  const report = JSON.parse(fs.readFileSync(path, 'utf8'))
  if (report.stats)
    return {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected,
      skipped: report.stats.skipped,
      retried: report.stats.flaky,
      failures: report.suites.flatMap(listBrowserFailures),
    }

  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    failures: report.testResults.flatMap(listFileFailures),
  }
}

/**
 * @param {{ name: string, status: string, message: string, assertionResults: { fullName: string,
 *   status: string, failureMessages: string[] }[] }} file
 */
function listFileFailures({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [describe(name, name, message)]

  return failed.map((test) => describe(name, test.fullName, test.failureMessages.join('\n')))
}

/**
 * @typedef {{ error?: { message?: string } }} Attempt
 * @typedef {{ title: string, tests: { status: string, results: Attempt[] }[] }} Spec
 * @typedef {{ file: string, specs: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function listBrowserFailures({ file, specs, suites = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const message = results.find(({ error }) => error)?.error?.message ?? 'no message'

        return describe(file, status === 'flaky' ? `${title} (passed on a retry)` : title, message)
      }),
  )

  return [...own, ...suites.flatMap(listBrowserFailures)]
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} message
 */
function describe(file, title, message) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, ERROR_LINES)

  return `${relative(project, resolve(project, file))}: ${title}\n    ${lines.join('\n    ')}`
}

/**
 * The sum over all steps. A step that failed without a failed test of its own counts as one
 * failure: an unformatted file must not end in '0 failed'.
 * @param {{ good: boolean, counts?: Counts }[]} steps
 * @returns {Counts}
 */
export function sum(steps) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { good, counts = { passed: 0, failed: 0, skipped: 0 } } of steps) {
    total.passed += counts.passed
    total.skipped += counts.skipped
    total.failed += good ? counts.failed : Math.max(counts.failed, 1)
  }

  return total
}
