import * as fs from 'node:fs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number, retried?: number }} Counts `retried`:
 *   passed after a retry
 */

/**
 * Reads the counts of a JSON report; a runner that ended without one counts nothing.
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
    }

  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  }
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
