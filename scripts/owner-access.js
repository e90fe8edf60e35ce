import { assertMigrated, prepareDatabase, readSettings } from './database.js'
import { runWithApp } from './write-access.js'

/**
 * Runs work with the login that owns the database: DATABASE_MIGRATION_URL, or that of the embedded
 * one, which is started for the time of the command. On an operator's own database the server may run
 * meanwhile. A refusal is printed as a sentence.
 * @template T
 * @param {(app: import('../src/platform/app.ts').App) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function owning(work) {
  return await runWithApp(await readOwnerSettings(), { role: 'owner' }, work)
}

/** @returns {Promise<import('../src/platform/config.ts').Config>} */
async function readOwnerSettings() {
  const settings = await readSettings()
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: ownerUrl = url } = settings
  if (ownerUrl) {
    await assertMigrated(ownerUrl)
    return { ...settings, DATABASE_URL: ownerUrl }
  }

  const { config, migrationUrl } = await prepareDatabase()
  return { ...config, DATABASE_URL: migrationUrl }
}
