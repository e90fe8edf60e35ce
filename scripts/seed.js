import * as fs from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './build.js'
import { project } from './command.js'
import { say } from './print.js'

const SEED = join(project, 'build/server/seed.js')

/**
 * Fills the sandbox with its sample people, once: the seed itself knows what is there, and says
 * what it did.
 * @param {import('../src/platform/config.ts').Config} config
 */
export async function seedSandbox(config) {
  if (config.MODE !== 'sandbox') return

  if (!fs.existsSync(SEED)) await ensureBuilt()
  if (!fs.existsSync(SEED)) return

  const { seed } = await import(SEED)
  const turn = await takeTurn(config.DATABASE_URL)

  try {
    for (const line of (await seed(config)) ?? []) say(line)
  } finally {
    await turn.end()
  }
}

// a number that no other lock uses: two servers starting at once fill it one after the other
const TURN = 4_072_027

/** @param {string | undefined} url */
async function takeTurn(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query('set lock_timeout = 0') // another server may fill it at this moment
  await client.query('set statement_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [TURN])
  return client
}
