import { prepareDatabase } from './database.js'
import { Refusal } from './print.js'

/**
 * Runs work that writes, on the migrated database of the settings; the embedded one is started for
 * the time of the command. A refusal is printed as a sentence.
 * @template T
 * @param {(app: import('../src/platform/app.ts').App) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function writing(work) {
  const { config } = await prepareDatabase()
  return await runWithApp(config, {}, work)
}

/**
 * Opens the app for one piece of work. A refusal is thrown as one that is printed as a sentence.
 * @template T
 * @param {import('../src/platform/config.ts').Config} settings
 * @param {Parameters<typeof import('../src/app.ts').openApp>[1]} options
 * @param {(app: import('../src/platform/app.ts').App) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function runWithApp(settings, options, work) {
  const { openApp } = await import('../src/app.ts')
  const { app, close } = await openApp({ ...settings, LOG_LEVEL: 'silent' }, options)

  try {
    return await work(app)
  } catch (error) {
    const expected = error instanceof Error && error.name === 'DomainError'
    throw expected ? new Refusal(error.message) : error
  } finally {
    await close()
  }
}
