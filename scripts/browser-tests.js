import { step } from './step.js'
import { withOwnDatabase } from './temporary-database.js'

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test']

/**
 * Runs the browser tests against `build/`. With DEEP=1 in `environment` they include those that the
 * gate leaves out.
 * @param {Record<string, string>} environment
 * @param {string[]} [args] of Playwright
 * @returns {Promise<import('./step.js').Outcome>}
 */
export function runBrowserTests(environment, args = []) {
  return withOwnDatabase(process.env.DATABASE_URL, (url) =>
    step('Browser tests', [...PLAYWRIGHT, ...args], {
      ...environment,
      ...(url ? { DATABASE_URL: url } : {}),
    }),
  )
}
