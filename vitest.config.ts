import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import LongestFirst from './tests/support/longest-first.ts'

const isDeep = process.env.DEEP === '1'
/**
 * Tests that take long, or need programs the gate does without. A deep run runs them, and never
 * skips one.
 */
const deep = isDeep ? ['tests/deep/**/*.test.ts'] : []

const ALL = [
  'src/**/*.test.ts',
  'tests/{chains,flows,properties,faults}/**/*.test.ts',
  'tools/**/*.test.ts',
  ...deep,
]

/** Tests that replace a module, which other test files must not share. */
const MOCKING = [
  'src/platform/client/link.test.ts',
  'tests/properties/engine-model.test.ts',
  ...(isDeep ? ['tests/deep/fair-shares.test.ts'] : []),
]

/** Makes network interfaces, at which a Chromium of another test ends its requests. */
const LAST = ['tests/deep/container.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['tests/support/set-up.ts'],
    pool: 'threads',
    // tests wait for the database and for processes: one more than there are cores
    maxWorkers: availableParallelism() + 1,
    // a busy machine takes several times as long as a calm one
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Test files share loaded modules: loading them for each file takes as long as the tests.
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: ALL,
          exclude: [...configDefaults.exclude, ...MOCKING, ...LAST],
        },
      },
      { extends: true, test: { name: 'apart', include: MOCKING } },
      ...(isDeep
        ? [{ extends: true, test: { name: 'last', include: LAST, sequence: { groupOrder: 1 } } }]
        : []),
    ],
  },
})
