import base from './playwright.config.ts'

/** The same sandbox as the browser tests use; it takes pictures and asserts nothing but that there is something to see. */
export default { ...base, testDir: 'tests/screens', testMatch: '*.ts' }
