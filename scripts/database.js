import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { project } from './command.js'
import { claim } from './ownership.js'
import { startPostgres } from './postgres.js'
import { Refusal, say } from './say.js'
import { whenStopping } from './stopping.js'

/**
 * @typedef {object} Prepared
 * @property {import('../src/platform/config.ts').Config} config
 * @property {Promise<string>} lost resolves with a sentence when the database is gone
 */

/**
 * What `npm start` and `npm run dev` both begin with: the settings read and found right, DATA_DIR in this process's
 * possession, PostgreSQL running and migrated. Everything later reads the settings from the environment, so what is
 * found here is put there.
 * @returns {Promise<Prepared>}
 */
export async function prepareDatabase() {
  const given = await readSettings()
  const dataDir = given.DATA_DIR
  const { migrationUrl, lost } = given.DATABASE_URL
    ? await ownServer(given.DATABASE_URL, given.DATABASE_MIGRATION_URL, dataDir)
    : await embeddedServer(dataDir, given.DATABASE_POOL)
  process.env.SECRET ??= secretBelow(dataDir)
  const { migrate } = await import('../src/platform/migrate.ts')
  const applied = await migrate(migrationUrl, join(project, 'migrations'))
  if (applied.length > 0) say(`Migrated: ${applied.join(', ')}`)
  return { config: await readSettings(), lost }
}

/** The settings as they stand in the environment, with DATA_DIR made absolute there too. */
export async function readSettings() {
  const { readConfig } = await import('../src/platform/config.ts')
  try {
    process.env.DATA_DIR = resolve(project, readConfig().DATA_DIR)
    return readConfig()
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error))
  }
}

/**
 * @param {string} dataDir
 * @param {number} poolSize
 */
async function embeddedServer(dataDir, poolSize) {
  const starting = startPostgres({ dataDir, project, maxConnections: Math.max(120, poolSize + 40), say })
  whenStopping(async () => {
    const postgres = await starting.catch(() => undefined)
    if (!postgres) return
    await postgres.stop()
    say('PostgreSQL stopped')
  })
  const postgres = await starting
  say(`PostgreSQL runs ${postgres.how}, below ${dataDir}`)
  process.env.DATABASE_URL = postgres.serverUrl
  return { migrationUrl: postgres.ownerUrl, lost: postgres.ended }
}

/**
 * @param {string} url
 * @param {string | undefined} migrationUrl
 * @param {string} dataDir
 */
async function ownServer(url, migrationUrl, dataDir) {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const ownership = await claim(url, dataDir).catch((error) => {
    if (error instanceof Refusal) throw error
    throw new Refusal(`The database in DATABASE_URL can't be reached: ${error.message || error.code}`)
  })
  whenStopping(ownership.release)
  return { migrationUrl: migrationUrl ?? url, lost: ownership.lost }
}

/**
 * The secret that signs sessions, made at the first start.
 * @param {string} dataDir
 */
function secretBelow(dataDir) {
  const path = join(dataDir, 'secret')
  if (!fs.existsSync(path))
    fs.writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flush: true })
  return fs.readFileSync(path, 'utf8').trim()
}
