import pg from 'pg'
import { listExisting } from './database-objects.ts'
import { assertSameMode, writeMode } from './mode.ts'
import { assertNotNewer } from './releases.ts'
import {
  applyFile,
  prepareMigrationTable,
  readApplied,
  readAppliedReleases,
  readFiles,
  readFunctions,
  recordRelease,
  runInOneTransaction,
  type SqlFile,
} from './sql-files.ts'
import { applyFunction, applyFunctions, findUsedFunctions, listPending } from './sql-functions.ts'
import { shareWatcherRole } from './watcher-role.ts'

// an arbitrary lock number: two servers that start at once must not migrate twice
const LOCK = 4_072_026

/**
 * Brings a database to the state of the folder and returns the names of the files applied. Each
 * file of `schema/` is applied once, in its own transaction, and may not change afterwards. Each
 * file of `functions/` is applied again when it changed. See db/README.md. A mode is stamped into a
 * database that has none. A database of the other mode is refused before anything is written, and
 * so is one that a newer release than `version` migrated.
 */
export async function migrate(
  url: string,
  folder: string,
  mode?: 'sandbox' | 'live',
  version?: string,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // its query fails as well
  await client.connect()

  try {
    // the login's own timeouts are those of a server
    for (const name of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
      await client.query("select set_config($1, '0', false)", [name])
    await client.query(`select pg_advisory_lock(${LOCK})`)
    if (mode) await assertSameMode(client, mode)
    await prepareMigrationTable(client)

    const schema = await readFiles(folder, 'schema')
    const functions = await readFunctions(folder)
    const applied = await readApplied(client)

    assertNotNewer(await readAppliedReleases(client), {
      version,
      schema: schema.map(({ name }) => name),
    })
    await recordRelease(client, version)

    const done: string[] = []
    for (const file of schema) {
      const before = applied.get(file.name)
      if (before === file.sha256) continue
      if (before) throw new Error(`Migration ${file.name} was edited after it had been applied.`)
      done.push(...(await applySchemaFile(client, file, functions)), file.name)
    }

    done.push(...(await applyFunctions(client, functions)))
    if (mode) await writeMode(client, mode)
    if (mode === 'sandbox') await shareWatcherRole(client)

    return done
  } finally {
    await client.end()
  }
}

async function applySchemaFile(
  client: pg.Client,
  file: SqlFile,
  functions: SqlFile[],
): Promise<string[]> {
  return await runInOneTransaction(client, file.name, async () => {
    // Bodies may use tables that this file or a later one creates.
    await client.query('set local check_function_bodies = off')

    const used = await listPending(client, findUsedFunctions(file, functions))
    const before = used.length > 0 ? await listExisting(client) : []
    for (const one of used) await applyFunction(client, one, before)
    await client.query('set local check_function_bodies = on')
    await applyFile(client, file)

    return used.map(({ name }) => name)
  })
}
