import { defineConfig } from 'vitest/config'

/** What needs programs that the gate does without belongs to deep runs alone: there it runs or fails, and is never skipped. */
const deep = process.env.DEEP === '1' ? ['tests/deep/**/*.test.ts'] : []

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'tests/{flows,properties,faults}/**/*.test.ts',
      'tools/**/*.test.ts',
      ...deep,
    ],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
})
