import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'
import { launch } from './launcher.ts'

const run = promisify(execFile)

/**
 * Makes a DATA_DIR as the first start of a sandbox leaves it. It is a copy of one that this test
 * run seeds once: seeding takes two thirds of a start.
 */
export async function createSeededFolder(dataDir: string) {
  const seeded = inject('seededFolder')
  await seedOnce(seeded)
  await run('cp', ['-a', '--reflink=auto', seeded, dataDir])
}

/** Test files of several threads may need it at the same time: one of them makes it. */
async function seedOnce(seeded: string) {
  const client = new pg.Client({ connectionString: inject('adminUrl') })
  await client.connect()

  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [seeded])
    if (!existsSync(seeded)) await seedFolder(seeded)
  } finally {
    await client.end()
  }
}

async function seedFolder(seeded: string) {
  const making = `${seeded}-making`
  const server = await launch({ dataDir: making })
  await server.ready()
  server.interrupt()

  const code = await server.exitCode()
  if (code !== 0) throw new Error(`The first start ended with ${code}:\n${server.output()}`)

  await rename(making, seeded)
}
