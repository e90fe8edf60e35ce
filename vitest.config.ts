import { configDefaults, defineConfig } from 'vitest/config'

/**
 * What needs programs that the gate does without belongs to deep runs alone: there it runs or
 * fails, and is never skipped.
 */
const deep = process.env.DEEP === '1' ? ['tests/deep/**/*.test.ts'] : []

const ALL = [
  'src/**/*.test.ts',
  'tests/{flows,properties,faults}/**/*.test.ts',
  'tools/**/*.test.ts',
  ...deep,
]

/** They put something else in a module's place, which others must not be given. */
const MOCKING = [
  'src/modules/affiliates/steps/record-first-deposit.test.ts',
  'src/modules/affiliates/commands/pay-rewards.test.ts',
  'src/platform/client/link.test.ts',
  'tests/faults/statement-faults.test.ts',
  'tests/properties/engine-model.test.ts',
  'tests/properties/fuzz-members.test.ts',
  'tests/properties/fuzz-staff.test.ts',
  'tests/properties/one-stolen-thing.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
    projects: [
      // Like requests to one server, files of tests share its modules: loading them anew for each
      // takes as long as the tests.
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
