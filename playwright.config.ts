import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM } from './scripts/debian.js'

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
  : Math.max(1, Math.min(availableParallelism() + 1, MAX_SANDBOXES))
const PORTS = Array.from({ length: sandboxCount }, (_, index) => FIRST_PORT + 10 * index)

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

/** How long a file takes for its size, where it is far from the others. */
const PACES: Record<string, number> = {
  'money-fields.spec.ts': 1.5, // these open screen after screen
  'desk.spec.ts': 1.9,
  'keyboard.spec.ts': 1.9,
  'admin.spec.ts': 1.6,
  'backoffice-money.spec.ts': 1.6,
  'backoffice.spec.ts': 1.6,
  'security.spec.ts': 1.6,
  'administration.spec.ts': 1.5,
  'live-updates.spec.ts': 1.4,
  'treasury.spec.ts': 1.3,
  'withdraw.spec.ts': 0.7,
  'market.spec.ts': 0.6,
  'overview.spec.ts': 0.6,
  'user-text.spec.ts': 0.5,
  'site.spec.ts': 0.3,
}

/**
 * Deals the spec files to the sandboxes: the largest first, to the sandbox with the least so far.
 * The size of a file, times its pace, is close enough to its run time.
 */
function dealSpecs(): string[][] {
  const folder = join(import.meta.dirname, TEST_DIR)
  const specs = readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({
      name,
      size: statSync(join(folder, name)).size * (PACES[name] ?? 1),
    }))
    .sort((one, other) => other.size - one.size || one.name.localeCompare(other.name))
  const hands = PORTS.map(() => ({ names: [] as string[], size: 0 }))

  for (const { name, size } of specs) {
    const hand = hands.reduce((one, other) => (other.size < one.size ? other : one))
    hand.names.push(name)
    hand.size += size
  }

  return hands.map(({ names }) => names)
}

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
 * files, one test at a time.
 */
export default defineConfig({
  testDir: TEST_DIR,
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
  projects: dealSpecs().map((names, index) => ({
    name: `sandbox-${index + 1}`,
    workers: 1,
    testMatch: names.map((name) => `**/${name}`),
    use: { baseURL: buildBaseUrl(PORTS[index] ?? FIRST_PORT) },
  })),
  webServer: sandboxes,
})
