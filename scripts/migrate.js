import { command } from './command.js'
import { migrateDatabase, readSettings } from './database.js'
import { Refusal, say } from './print.js'

/**
 * Migrates the database to the newest version and ends: for installations whose web and worker
 * processes don't hold the owner's login.
 */
await command(import.meta.url, async () => {
  const { DATABASE_MIGRATION_URL: url, MODE } = await readSettings()
  if (!url)
    throw new Refusal(
      'npm run migrate needs DATABASE_MIGRATION_URL: the login that owns the tables. Where Candor ' +
        'runs its own PostgreSQL, npm start migrates.',
    )

  const all = await migrateDatabase(url, MODE)
  say(`The database has all ${all.length} migrations, up to ${all.at(-1)}`)

  return 0
})
