import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, project } from './command.js'
import { readCounts, sum } from './counts.js'
import { ensureChromium } from './debian.js'
import { seconds } from './print.js'
import { whenStopping } from './shutdown.js'
import { ARCHITECTURE, LINT, step, TYPES, VITEST } from './step.js'
import { withOwnDatabase } from './temporary-database.js'

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test']
/** How many requests each call is sent that may hold anything. */
const FUZZ = { FUZZ_A_CALL: '1000' }

/** The gate: everything that has to hold before a change lands, whatever fails first. */
await command(import.meta.url, async () => {
  ensureChromium()

  const reports = fs.mkdtempSync(join(tmpdir(), 'candor-reports-'))
  whenStopping(() => fs.rmSync(reports, { recursive: true, force: true }))

  const steps = [
    // first: it writes the route types that the type check reads
    await step('Build', ['scripts/build.js']),
    await step('Lint', LINT),
    await step('Types', TYPES),
    await step('Law', ARCHITECTURE),
    await vitest(join(reports, 'vitest.json')),
    await browser(join(reports, 'playwright.json')),
  ]

  return conclude(steps)
})

/** @param {string} report */
async function vitest(report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const outcome = await step(
    'Unit, flow, property and fault tests',
    [...VITEST, ...reporters],
    FUZZ,
  )

  return { ...outcome, counts: readCounts(report) }
}

/** @param {string} report */
async function browser(report) {
  if (!fs.existsSync(join(project, 'playwright.config.ts')))
    return { name: 'Browser tests', good: false, ms: 0, counts: readCounts(report) }

  const outcome = await withOwnDatabase(process.env.DATABASE_URL, (url) =>
    step('Browser tests', [...PLAYWRIGHT, '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      ...(url ? { DATABASE_URL: url } : {}),
    }),
  )

  return { ...outcome, counts: readCounts(report) }
}

/** @param {(import('./step.js').Outcome & { counts?: import('./counts.js').Counts })[]} steps */
function conclude(steps) {
  process.stdout.write('\n')

  for (const { name, good, ms, counts } of steps) {
    const skipped = counts?.skipped ? `, ${counts.skipped} skipped` : ''
    const again = counts?.again ? `, ${counts.again} of them only when tried again` : ''
    const tests = counts
      ? `  ${counts.passed} passed${again}, ${counts.failed} failed${skipped}`
      : ''

    process.stdout.write(
      `${good ? 'good  ' : 'FAILED'} ${seconds(ms).padStart(8)}  ${name}${tests}\n`,
    )
  }

  const { passed, failed } = sum(steps)
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)

  return failed === 0 && passed > 0 ? 0 : 1
}
