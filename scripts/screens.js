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
 * Takes the pictures of docs/screens anew: public pages, and the member's screens full, empty,
 * loading and failed, small and wide, light and dark.
 */
await command(import.meta.url, async () => {
  ensureChromium()
  const { good } = await withOwnDatabase(process.env.DATABASE_URL, (url) =>
    step('Screens', [...PLAYWRIGHT, ...process.argv.slice(2)], url ? { DATABASE_URL: url } : {}),
  )
  return good ? 0 : 1
})
