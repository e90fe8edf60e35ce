import { defineConfig } from '@playwright/test'

/** A sandbox for each core; a database from elsewhere holds one. */
const PORTS = process.env.DATABASE_URL ? [3900] : [3900, 3910]
/** About half of the time; what is new goes to the first. */
const SECOND = /(deposit|doors|getting-in|house|office|overview|security|site|words)\.spec\.ts$/
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

/** What `npm start` starts, with a film at the top of one page, as an operator puts it there. */
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

/** The one sandbox of whatever isn't a test. */
export const [webServer] = servers as [(typeof servers)[number]]

/**
 * The browser tests use what `npm start` starts: fresh sandboxes, each on its own port, database
 * and files, with one test at a time.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  workers: PORTS.length,
  // a shared machine can stand still for seconds; the gate counts what passed only when tried again
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: buildBaseUrl(3900),
    locale: 'en-US',
    timezoneId: 'UTC',
    // without a graphics card every moving picture is painted by the cores that are tested
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
