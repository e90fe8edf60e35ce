import * as fs from 'node:fs'
import { join } from 'node:path'
import { command, project } from './command.js'
import { ensureChromium } from './debian.js'
import { step } from './step.js'
import { withOwnDatabase } from './temporary-database.js'

const PLAYWRIGHT = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '-c',
  'playwright.pictures.config.ts',
]

/** Takes the pictures of docs/pictures and records the files that they show. */
await command(import.meta.url, async () => {
  ensureChromium()

  const { good } = await withOwnDatabase(process.env.DATABASE_URL, (url) =>
    step('Pictures', PLAYWRIGHT, url ? { DATABASE_URL: url } : {}),
  )
  if (!good) return 1

  const { PICTURES, hashShownFiles } = await import('../tests/pictures/list.ts')
  const taken = Object.fromEntries(
    PICTURES.map((picture) => [picture.name, hashShownFiles(picture)]),
  )
  const record = join(project, 'docs/pictures/pictures.json')
  fs.writeFileSync(record, `${JSON.stringify(taken, null, 2)}\n`)

  return 0
})
