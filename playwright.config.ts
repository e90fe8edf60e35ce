import { defineConfig } from '@playwright/test'

/** One sandbox a core; with a database from elsewhere a single one. */
const PORTS = process.env.DATABASE_URL ? [3900] : [3900, 3910]
/** About half of the run time; new files run in the first project. */
const SECOND =
  /(deposit|getting-in|administration|backoffice|overview|security|site|visible-text)\.spec\.ts$/
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

/** The server of `npm start`, with a film at the top of one page, as an operator configures it. */
const servers = PORTS.map((port) => ({
  command: `rm -rf test-results/e2e-data-${port} && node scripts/start.js`,
  env: {
    PORT: String(port),
    DATA_DIR: `test-results/e2e-data-${port}`,
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '1',
    BRAND_DIR: 'tests/e2e/brand',
  },
  url: `${buildBaseUrl(port)}/healthz`,
  timeout: 240_000,
  gracefulShutdown: { signal: 'SIGINT' as const, timeout: 20_000 },
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
}))

/** The sandbox for other configurations. */
export const [webServer] = servers as [(typeof servers)[number]]

/**
 * The browser tests run against `npm start`: new sandboxes, each with its own port, database and
 * files, one test at a time.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  workers: PORTS.length,
  // a shared machine can stall for seconds; the gate counts tests that passed only on a retry
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: buildBaseUrl(3900),
    locale: 'en-US',
    timezoneId: 'UTC',
    // without a GPU, animations take CPU time from the tests
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: '/usr/bin/chromium', args: CHROMIUM_FLAGS },
  },
  projects: [
    { name: 'first', workers: 1, testIgnore: SECOND },
    {
      name: 'second',
      workers: 1,
      testMatch: SECOND,
      use: { baseURL: buildBaseUrl(PORTS.at(-1) ?? 3900) },
    },
  ],
  webServer: servers,
})
