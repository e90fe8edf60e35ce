import base, { webServer } from './playwright.config.ts'

const { BRAND_DIR: _brand, ...env } = webServer.env

/** The same sandbox as the browser tests use, as it is shipped; it takes pictures and asserts nothing but that there is something to see. */
export default { ...base, testDir: 'tests/screens', testMatch: '*.ts', webServer: { ...webServer, env } }
