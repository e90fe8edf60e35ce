import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/{flows,properties,faults}/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
})
