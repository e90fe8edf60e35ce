import { prepareDatabase, readSettings } from './database.js'
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
    return await work(app)
  } catch (error) {
    throw toRefusal(error) ?? error
  } finally {
    await close()
  }
}

/** @param {unknown} error */
function toRefusal(error) {
  if (!(error instanceof Error)) return undefined

  const code = 'code' in error ? String(error.code) : ''
  if (error.name === 'DomainError') return new Refusal(error.message)
  if (code.startsWith('57P'))
    return new Refusal('The database was stopped meanwhile: run this again.')
  if (code === 'EPIPE') return new Refusal('The reader closed the output before its end.')

  return undefined
}

/** Returns settings with a running database. An operator's own database is not started or locked. */
async function readableDatabase() {
  const settings = await readSettings()
  if (settings.DATABASE_URL) return settings

  if (!findCluster(settings.DATA_DIR))
    throw new Refusal(
      `There are no books below ${settings.DATA_DIR}: DATA_DIR names the folder that has them.`,
    )

  const url = await findRunning(settings.DATA_DIR)
  return url ? { ...settings, DATABASE_URL: url } : (await prepareDatabase()).config
}
