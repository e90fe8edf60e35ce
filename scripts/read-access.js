import { describeRelease, prepareDatabase, readSettings } from './database.js'
import { findRunning } from './postgres.js'
import { findCluster } from './postgres-cluster.js'
import { Refusal } from './print.js'

/**
 * Runs work that only reads: on the database of the running server, which is not disturbed, or else
 * on one that is started for the time of the command.
 * @template T
 * @param {(app: import('../src/platform/app.ts').App) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function reading(work) {
  const config = await readableDatabase()
  const { openApp } = await import('../src/app.ts')
  const { app, close } = await openApp({ ...config, LOG_LEVEL: 'silent' }, { role: 'candor_read' })

  try {
    await refuseNewer(app.db)
    return await work(app)
  } catch (error) {
    throw toRefusal(error) ?? error
  } finally {
    await close()
  }
}

/**
 * Throws if a newer release migrated the database: this code may read it wrongly.
 * @param {import('../src/platform/db/db.ts').Db} db
 */
async function refuseNewer(db) {
  const { sql } = await import('kysely')
  const { assertNotNewer } = await import('../src/platform/db/releases.ts')
  const { rows } = await sql`select * from migration`.execute(db)
  const applied = /** @type {import('../src/platform/db/releases.ts').AppliedMigration[]} */ (rows)
  assertNotNewer(applied, describeRelease())
}

/** @param {unknown} error */
function toRefusal(error) {
  if (!(error instanceof Error)) return undefined

  const code = 'code' in error ? String(error.code) : ''
  if (['DomainError', 'WrongDatabaseError'].includes(error.name)) return new Refusal(error.message)
  if (code.startsWith('57P'))
    return new Refusal('The database was stopped in the meantime. Run this again.')
  if (code === 'EPIPE') return new Refusal('The output was closed before it was complete.')

  return undefined
}

/** Returns settings with a running database. An operator's own database is not started or locked. */
async function readableDatabase() {
  const settings = await readSettings()
  if (settings.DATABASE_URL) return settings

  if (!findCluster(settings.DATA_DIR))
    throw new Refusal(
      `There is no ledger in ${settings.DATA_DIR}. Set DATA_DIR to the folder that contains it.`,
    )

  const url = await findRunning(settings.DATA_DIR)
  return url ? { ...settings, DATABASE_URL: url } : (await prepareDatabase()).config
}
