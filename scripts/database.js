import { createHash, randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { project } from './command.js'
import { claim, writeFileIfAbsent } from './ownership.js'
import { startPostgres } from './postgres.js'
import { Refusal, say } from './print.js'
import { whenStopping } from './shutdown.js'
import { createWaitingRoom } from './waiting-room.js'

/**
 * @typedef {object} Prepared
 * @property {import('../src/platform/config.ts').Config} config
 * @property {Promise<string>} lost resolves with a sentence when the embedded database ended, or
 *   when another server took DATA_DIR
 * @property {string[]} migrations the names of all there are, which have landed
 * @property {string} [migrationUrl] the login that owns the tables, of a database made here
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
  assertDatabaseNamed(settings)
  const { migrationUrl, lost } = settings.DATABASE_URL
    ? await ownServer(settings, { part: 'web', shared: false })
    : await startEmbeddedServer(dataDir, settings.DATABASE_POOL)

  if (!settings.SECRET) process.env.SECRET = secretBelow(dataDir)

  return {
    config: await readSettings(),
    lost,
    ...(settings.DATABASE_URL ? {} : { migrationUrl }),
    migrations: await whenReachable(async () =>
      (await isMigrated(settings))
        ? allMigrations()
        : await migrateDatabase(migrationUrl, settings.MODE),
    ),
  }
}

/**
 * A live installation has a database and a secret of its own, also before its list is complete:
 * what a command would make here is left behind later.
 * @param {import('../src/platform/config.ts').Config} settings
 */
function assertDatabaseNamed({ MODE, DATABASE_URL, SECRET }) {
  if (MODE === 'live' && !(DATABASE_URL && SECRET))
    throw new Refusal('With MODE=live this command needs DATABASE_URL and SECRET.')
}

/**
 * Joins the operator's own database, which other processes use at the same time: the first step of
 * `npm run web` and `npm run worker`. It waits for a database that can't be reached yet. A process
 * that may migrate does so; any other process is refused at once until the migration is done.
 * @param {'web' | 'worker'} part
 * @returns {Promise<Prepared>}
 */
export async function joinDatabase(part) {
  const settings = await readSettings()
  const { DATABASE_URL: url } = settings
  if (!url)
    throw new Refusal(
      `npm run ${part} needs DATABASE_URL: a PostgreSQL 15 to 18 of your own, which web and ` +
        'worker share. Without one, npm start does all in one process.',
    )

  const { lost } = await ownServer(settings, { part, shared: true })
  if (!settings.SECRET) process.env.SECRET = secretBelow(settings.DATA_DIR)

  const { DATABASE_MIGRATION_URL: migrationUrl } = settings
  const migrations = await whenReachable(() =>
    migrationUrl ? migrateDatabase(migrationUrl, settings.MODE) : assertMigrated(url),
  )

  return { config: await readSettings(), lost, migrations }
}

const AGAIN_MS = 1_000

/**
 * Runs a step of the start, again and again while the database can't be reached.
 * @template T
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export async function whenReachable(step) {
  const { isConnectionLost } = await import('../src/platform/db/connection-errors.ts')

  for (;;) {
    try {
      return await step()
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      say(`Waiting for the database: ${describe(error)}`)
    }

    await pause(AGAIN_MS)
  }
}

/** @param {unknown} error */
const describe = (error) => {
  const { message, code } = /** @type {NodeJS.ErrnoException} */ (error)
  return message || code
}

const UNDEFINED_TABLE = '42P01'
const INSUFFICIENT_PRIVILEGE = '42501'

/** What makes the database: see db/README.md. */
const DB = join(project, 'db')

/**
 * @param {string} url
 * @param {'sandbox' | 'live'} mode
 */
export async function migrateDatabase(url, mode) {
  const { migrate } = await import('../src/platform/db/migrate.ts')
  const applied = await migrate(url, DB, mode, readVersion()).catch((error) => {
    const isExpected = error.name === 'WrongDatabaseError'
    if (isExpected || error.message.startsWith('The database was made for MODE='))
      throw new Refusal(error.message)
    if (error.code === INSUFFICIENT_PRIVILEGE)
      throw new Refusal(
        'The database has to be migrated, and this login may not do that. Run npm run migrate with ' +
          `DATABASE_MIGRATION_URL, the login that owns the tables. (${error.message})`,
      )
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

/**
 * Returns the files that the database lacks. Throws a refusal if a newer release migrated it.
 * @param {string} url
 */
async function listUnapplied(url) {
  const { default: pg } = await import('pg')
  const { assertNotNewer } = await import('../src/platform/db/releases.ts')
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // its query fails as well
  await client.connect()

  try {
    const { rows } = await client.query('select * from migration').catch((error) => {
      if (error.code !== UNDEFINED_TABLE) throw error
      return { rows: [] }
    })
    assertNotNewer(rows, describeRelease())
    const hashes = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
    return allMigrations().filter((name) => hashes.get(name) !== hashMigration(name))
  } catch (error) {
    const isExpected = error instanceof Error && error.name === 'WrongDatabaseError'
    throw isExpected ? new Refusal(error.message) : error
  } finally {
    await client.end()
  }
}

/**
 * Answers whether the server's login alone is enough: it may not migrate, and has nothing to.
 * @param {import('../src/platform/config.ts').Config} settings
 */
const isMigrated = async ({ DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl }) =>
  url !== undefined && migrationUrl === undefined && (await listUnapplied(url)).length === 0

/** @param {string} url */
export async function assertMigrated(url) {
  const missing = await listUnapplied(url)
  if (missing.length === 0) return allMigrations()

  throw new Refusal(
    `The database lacks ${missing.length} migrations. Run npm run migrate with ` +
      'DATABASE_MIGRATION_URL, the login that owns the tables.',
  )
}

/** Returns the version of this code. */
export const readVersion = () =>
  JSON.parse(fs.readFileSync(join(project, 'package.json'), 'utf8')).version

/** Returns this code's version and the files of its db/schema. */
export const describeRelease = () => ({ version: readVersion(), schema: listSqlFiles('schema') })

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
 */
async function startEmbeddedServer(dataDir, poolSize) {
  const starting = startPostgres({
    dataDir,
    project,
    maxConnections: Math.max(120, poolSize + 40),
    say,
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
 * Takes possession of DATA_DIR in the operator's own database, and waits for it first.
 * @param {import('../src/platform/config.ts').Config} settings
 * @param {{ part: 'web' | 'worker', shared: boolean }} how
 */
async function ownServer(settings, { part, shared }) {
  const url = settings.DATABASE_URL ?? ''
  const waitingRoom = createWaitingRoom(settings, part)
  let isStarting = true
  fs.mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 })

  const ownership = await claim(url, settings.DATA_DIR, {
    shared,
    waits: true,
    onLost: (error) => {
      if (!isStarting) return // the log of the server reports it
      say(`Waiting for the database in DATABASE_URL: ${describe(error)}`)
      waitingRoom.open()
    },
  }).catch((error) => {
    if (error instanceof Refusal) throw error
    throw new Refusal(`The database in DATABASE_URL refuses the connection: ${describe(error)}`)
  })

  isStarting = false
  whenStopping(ownership.release)
  const { storeLoginTimeouts } = await import('../src/platform/db/login-timeouts.ts')
  await whenReachable(() => storeLoginTimeouts(url))
  await waitingRoom.close()

  return { migrationUrl: settings.DATABASE_MIGRATION_URL ?? url, lost: ownership.lost }
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
