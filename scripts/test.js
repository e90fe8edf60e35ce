import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBrowserTests } from './browser-tests.js'
import { command, project } from './command.js'
import { readCounts, sum } from './counts.js'
import { ensureChromium } from './debian.js'
import { ensureChainTools } from './install.js'
import { seconds } from './print.js'
import { whenStopping } from './shutdown.js'
import { ARCHITECTURE, LINT, step, TYPES, VITEST } from './step.js'

/** Requests to each call with random content; `npm run test:deep` sends 20,000. */
const FUZZ = { FUZZ_A_CALL: '100' }

/** The gate: every check that has to pass before a change lands. One failure doesn't stop it. */
await command(import.meta.url, async () => {
  ensureChromium()

  const reports = fs.mkdtempSync(join(tmpdir(), 'candor-reports-'))
  whenStopping(() => fs.rmSync(reports, { recursive: true, force: true }))

  // beside the build, which takes one core
  const sourceChecks = checkSource()
  const [build] = await Promise.all([
    step('Build', ['scripts/build.js']),
    ensureChainTools(project),
  ])
  const seeding = { SEEDED_FOLDER: join(reports, 'seeded') }
  const runBrowserAfterChecks = async () => [
    ...(await sourceChecks),
    // reads the route types that the build writes
    await step('Types', TYPES, {}, { buffered: true }),
    await browser(join(reports, 'playwright.json'), seeding),
  ]

  // side by side, since all of them wait part of their time
  const [tests, others] = await Promise.all([
    vitest(join(reports, 'vitest.json'), seeding),
    runBrowserAfterChecks(),
  ])

  return conclude([build, tests, ...others])
})

/** Runs the checks that read source alone, one after another. */
async function checkSource() {
  return [
    await step('Lint', LINT, {}, { buffered: true }),
    await step('Architecture', ARCHITECTURE, {}, { buffered: true }),
  ]
}

/**
 * @param {string} report
 * @param {Record<string, string>} seeding
 */
async function vitest(report, seeding) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const outcome = await step('Unit, flow, property and fault tests', [...VITEST, ...reporters], {
    ...FUZZ,
    ...seeding,
  })

  return { ...outcome, counts: readCounts(report) }
}

/**
 * @param {string} report
 * @param {Record<string, string>} seeding
 */
async function browser(report, seeding) {
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...seeding }
  const outcome = await runBrowserTests(environment, ['--reporter=list,json'])

  return { ...outcome, counts: readCounts(report) }
}

/** @param {(import('./step.js').Outcome & { counts?: import('./counts.js').Counts })[]} steps */
function conclude(steps) {
  process.stdout.write('\n')

  for (const { name, good, ms, counts } of steps) {
    const skipped = counts?.skipped ? `, ${counts.skipped} skipped` : ''
    const retried = counts?.retried ? `, ${counts.retried} of them after a retry` : ''
    const tests = counts
      ? `  ${counts.passed} passed${retried}, ${counts.failed} failed${skipped}`
      : ''

    process.stdout.write(
      `${good ? 'good  ' : 'FAILED'} ${seconds(ms).padStart(8)}  ${name}${tests}\n`,
    )
  }

  for (const { counts } of steps)
    for (const failure of counts?.failures ?? []) process.stdout.write(`\n${failure}\n`)

  const { passed, failed } = sum(steps)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)

  return failed === 0 && passed > 0 ? 0 : 1
}
