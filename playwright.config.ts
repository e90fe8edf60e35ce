import { defineConfig } from '@playwright/test'

const PORT = 3900
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** What `npm start` starts, with a film at the top of one page, as an operator puts it there. */
export const webServer = {
  command: 'rm -rf test-results/e2e-data && node scripts/start.js',
  env: {
    ...{ PORT: String(PORT), DATA_DIR: 'test-results/e2e-data', LOG_LEVEL: 'warn', TRUST_PROXY: '1' },
    BRAND_DIR: 'tests/e2e/brand',
  },
  url: `http://localhost:${PORT}/healthz`,
  timeout: 240_000,
  gracefulShutdown: { signal: 'SIGINT' as const, timeout: 20_000 },
  stdout: 'ignore' as const,
  stderr: 'pipe' as const,
}

/** The browser tests use what `npm start` starts: a fresh sandbox on its own port, database and files. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  workers: 1,
  retries: process.env.CI ? 1 : 0, // a shared machine can stand still for seconds; the gate counts what passed only when tried again
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' }, // without a graphics card every moving picture is painted by the cores that are tested
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: '/usr/bin/chromium', args: CHROMIUM_FLAGS },
  },
  webServer,
})
