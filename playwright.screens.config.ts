import config, { webServer } from './playwright.config.ts'

const { projects: _both, ...base } = config
const { BRAND_DIR: _brand, ...env } = webServer.env

/**
 * The same sandbox as the browser tests use, as it is shipped; it takes pictures and asserts
 * nothing but that there is something to see.
 */
export default {
  ...base,
  testDir: 'tests/screens',
  testMatch: '*.ts',
  workers: 1,
  webServer: { ...webServer, env },
}
