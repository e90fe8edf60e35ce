import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './scripts/debian.js'
import { PORT_STEP } from './tests/support/sandbox-ports.ts'
import { DEEP } from './tests/support/scale.ts'

const TEST_DIR = 'tests/e2e'
/** Another one lets two checkouts run their browser tests at once. */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 3900)
const MAX_SANDBOXES = 4

/**
 * One sandbox more than there are cores, since browser tests wait about half of their time; with a
 * database from elsewhere a single one.
 */
const sandboxCount = process.env.DATABASE_URL
  ? 1
  : Math.max(1, Math.min(availableParallelism(), MAX_SANDBOXES))
const PORTS = Array.from({ length: sandboxCount }, (_, index) => FIRST_PORT + PORT_STEP * index)

const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const buildBaseUrl = (port: number) => `http://localhost:${port}`

/** The settings of every sandbox: a film at the top of one page, as an operator configures it. */
const environment = { LOG_LEVEL: 'warn', TRUST_PROXY: '1', BRAND_DIR: 'tests/e2e/brand' }

const stopping = {
  timeout: 240_000,
  gracefulShutdown: { signal: 'SIGINT' as const, timeout: 20_000 },
  stderr: 'pipe' as const,
}

/** The sandbox for other configurations. */
export const webServer = {
  command: `rm -rf test-results/e2e-data-${FIRST_PORT} && node scripts/start.js`,
  env: {
    ...environment,
    PORT: String(FIRST_PORT),
    DATA_DIR: `test-results/e2e-data-${FIRST_PORT}`,
  },
  url: `${buildBaseUrl(FIRST_PORT)}/healthz`,
  stdout: 'ignore' as const,
  ...stopping,
}

/** All sandboxes, each with the server of `npm start`. */
const sandboxes = {
  command: `"${process.execPath}" tests/support/start-sandboxes.ts ${PORTS.join(' ')}`,
  env: environment,
  wait: { stdout: /All sandboxes serve/ },
  ...stopping,
}

/**
 * The browser tests run against `npm start`: new sandboxes, each with its own port, database and
 * files. Each worker has a sandbox of its own (tests/e2e/support/sandbox.ts) and takes one file
 * after another.
 */
export default defineConfig({
  testDir: TEST_DIR,
  ...(DEEP ? {} : { grepInvert: /@deep/ }),
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  workers: PORTS.length,
  // a shared machine can stall for seconds; the gate counts tests that passed only on a retry
  retries: process.env.CI ? 1 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: buildBaseUrl(FIRST_PORT),
    locale: 'en-US',
    timezoneId: 'UTC',
    // without a GPU, animations take CPU time from the tests
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_FLAGS },
  },
  webServer: sandboxes,
})
