import { command } from './command.js'
import { ensureChromium } from './debian.js'
import { step } from './step.js'
import { withOwnDatabase } from './temporary-database.js'

const PLAYWRIGHT = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'playwright.screens.config.ts',
]

/**
 * Takes pictures of all screens into screens/ (ignored by git): public pages and portal, full,
 * empty, loading and failed, small and wide, light and dark.
 */
await command(import.meta.url, async () => {
  ensureChromium()
  const { good } = await withOwnDatabase(process.env.DATABASE_URL, (url) =>
    step('Screens', [...PLAYWRIGHT, ...process.argv.slice(2)], url ? { DATABASE_URL: url } : {}),
  )
  return good ? 0 : 1
})
