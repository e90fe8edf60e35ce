import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { project } from './command.js'
import { claim, writeFileIfAbsent } from './ownership.js'
import { startPostgres } from './postgres.js'
import { Refusal, say } from './print.js'
import { whenStopping } from './shutdown.js'

/**
 * @typedef {object} Prepared
 * @property {import('../src/platform/config.ts').Config} config
 * @property {Promise<string>} lost resolves with a sentence when the database is gone
 * @property {string[]} migrations the names of all there are, which have landed
 */

/**
 * What `npm start` and `npm run dev` both begin with: the settings read and found right, DATA_DIR
 * in this process's possession, PostgreSQL running and migrated. Everything later reads the
 * settings from the environment, so what is found here is put there.
 * @returns {Promise<Prepared>}
 */
export async function prepareDatabase() {
  const settings = await readSettings()
  const dataDir = settings.DATA_DIR
  const { migrationUrl, lost } = settings.DATABASE_URL
    ? await ownServer(settings.DATABASE_URL, settings.DATABASE_MIGRATION_URL, dataDir, {
        shared: false,
      })
    : await startEmbeddedServer(dataDir, settings.DATABASE_POOL, settings.WAL_ARCHIVE_DIR)

  process.env.SECRET ??= secretBelow(dataDir)

  return {
    config: await readSettings(),
    lost,
    migrations: await migrateDatabase(migrationUrl, settings.MODE),
  }
}

/**
 * Joins the operator's own database, which other processes use at the same time: the first step of
 * `npm run web` and `npm run worker`. A process that may migrate does so; any other process is
 * refused at once until the migration is done.
 * @param {string} name the command
 * @returns {Promise<Prepared>}
 */
export async function joinDatabase(name) {
  const settings = await readSettings()
  if (!settings.DATABASE_URL)
    throw new Refusal(
      `${name} needs DATABASE_URL: a PostgreSQL 15 to 18 of your own, which web and worker share.
        Without one, npm start does all in one process.`,
    )

  const { lost } = await ownServer(settings.DATABASE_URL, undefined, settings.DATA_DIR, {
    shared: true,
  })
  process.env.SECRET ??= secretBelow(settings.DATA_DIR)

  const { DATABASE_MIGRATION_URL: migrationUrl } = settings
  const migrations = migrationUrl
    ? await migrateDatabase(migrationUrl, settings.MODE)
    : await assertMigrated(settings.DATABASE_URL)

  return { config: await readSettings(), lost, migrations }
}

/** What makes the database: see db/README.md. */
const DB = join(project, 'db')

/**
 * @param {string} url
 * @param {'sandbox' | 'live'} mode
 */
export async function migrateDatabase(url, mode) {
  const { migrate } = await import('../src/platform/db/migrate.ts')
  const applied = await migrate(url, DB, mode).catch((error) => {
    if (error.message.startsWith('The database was made for MODE='))
      throw new Refusal(error.message)
    throw error
  })

  if (applied.length > 20) say(`Migrated: ${applied.length} files of db/`)
  else if (applied.length > 0) say(`Migrated: ${applied.join(', ')}`)

  return allMigrations()
}

/** Returns the names of all files: functions and views first, then db/schema in order. */
export const allMigrations = () => [
  ...fs.readdirSync(join(DB, 'functions')).flatMap((schema) => listSqlFiles(`functions/${schema}`)),
  ...listSqlFiles('schema'),
]

/** @param {string} folder */
const listSqlFiles = (folder) =>
  fs
    .readdirSync(join(DB, folder))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => `${folder}/${name}`)

/**
 * Returns the hash of a file of db/, as the table `migration` stores it.
 * @param {string} name
 */
export const hashMigration = (name) =>
  createHash('sha256')
    .update(fs.readFileSync(join(DB, name)))
    .digest('hex')

/** @param {string} url */
async function assertMigrated(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    const landed = await client
      .query('select name, sha256 from migration')
      .catch(() => ({ rows: [] }))
    const known = new Map(landed.rows.map(({ name, sha256 }) => [name, sha256]))
    const missing = allMigrations().filter((name) => known.get(name) !== hashMigration(name))
    if (missing.length === 0) return allMigrations()

    throw new Refusal(
      `The database lacks ${missing.length} migrations. Start once with ` +
        'DATABASE_MIGRATION_URL, the login that owns the tables.',
    )
  } finally {
    await client.end()
  }
}

/** The settings as they stand in the environment, with DATA_DIR made absolute there too. */
export async function readSettings() {
  const { readConfig } = await import('../src/config.ts')
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
 * @param {string | undefined} archive
 */
async function startEmbeddedServer(dataDir, poolSize, archive) {
  const starting = startPostgres({
    dataDir,
    project,
    maxConnections: Math.max(120, poolSize + 40),
    say,
    ...(archive ? { archive: resolve(project, archive) } : {}),
  })

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
 * @param {{ shared: boolean }} how beside others of its kind, or alone
 */
async function ownServer(url, migrationUrl, dataDir, how) {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })

  const ownership = await claim(url, dataDir, how).catch((error) => {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      `The database in DATABASE_URL can't be reached: ${error.message || error.code}`,
    )
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
  if (!fs.existsSync(path)) writeFileIfAbsent(path, randomBytes(32).toString('hex'))
  return fs.readFileSync(path, 'utf8').trim()
}
