import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that need programs the gate does without. A deep run runs them, and never skips one. */
const deep = process.env.DEEP === '1' ? ['tests/deep/**/*.test.ts'] : []

const ALL = [
  'src/**/*.test.ts',
  'tests/{flows,properties,faults}/**/*.test.ts',
  'tools/**/*.test.ts',
  ...deep,
]

/** Tests that replace a module, which other test files must not share. */
const MOCKING = [
  'src/modules/affiliates/steps/record-first-deposit.test.ts',
  'src/modules/affiliates/commands/pay-rewards.test.ts',
  'src/platform/client/link.test.ts',
  'tests/faults/statement-faults.test.ts',
  'tests/properties/engine-model.test.ts',
  'tests/properties/fair-shares.test.ts',
  'tests/properties/fuzz-members.test.ts',
  'tests/properties/fuzz-staff.test.ts',
  'tests/properties/many-admins.test.ts',
  'tests/properties/one-stolen-thing.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'threads',
    // tests wait for the database and for processes: one more than there are cores
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    projects: [
      // Test files share loaded modules: loading them for each file takes as long as the tests.
      {
        extends: true,
        test: {
          name: 'together',
          isolate: false,
          include: ALL,
          exclude: [...configDefaults.exclude, ...MOCKING],
        },
      },
      { extends: true, test: { name: 'apart', include: MOCKING } },
    ],
  },
})
