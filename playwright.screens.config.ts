import config, { webServer } from './playwright.config.ts'

const { BRAND_DIR: _brand, ...env } = webServer.env

/**
 * The sandbox of the browser tests without test configuration; it takes screenshots and asserts
 * only that each screen has content.
 */
export default {
  ...config,
  testDir: 'tests/screens',
  testMatch: '*.ts',
  workers: 1,
  webServer: { ...webServer, env },
}
