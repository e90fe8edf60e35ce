import pg from 'pg'
import { listExisting } from './database-objects.ts'
import { assertSameMode, writeMode } from './mode.ts'
import {
  applyFile,
  readApplied,
  readFiles,
  readFunctions,
  runInOneTransaction,
  type SqlFile,
} from './sql-files.ts'
import { applyFunction, applyFunctions, findUsedFunctions, listPending } from './sql-functions.ts'

// an arbitrary lock number: two servers that start at once must not migrate twice
const LOCK = 4_072_026

/**
 * Brings a database to the state of the folder and returns the names of the files applied. Each
 * file of `schema/` is applied once, in its own transaction, and may not change afterwards. Each
 * file of `functions/` is applied again when it changed. See db/README.md. A mode is stamped into a
 * database that has none; a database of the other mode is refused before anything is written.
 */
export async function migrate(
  url: string,
  folder: string,
  mode?: 'sandbox' | 'live',
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
    if (mode) await assertSameMode(client, mode)
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, ' +
        'applied_at timestamptz not null default now())',
    )

    const schema = await readFiles(folder, 'schema')
    const functions = await readFunctions(folder)
    const applied = await readApplied(client)

    assertSameLine(applied, schema)

    const done: string[] = []
    for (const file of schema) {
      const before = applied.get(file.name)
      if (before === file.sha256) continue
      if (before) throw new Error(`Migration ${file.name} was edited after it had been applied.`)
      done.push(...(await applySchemaFile(client, file, functions)), file.name)
    }

    done.push(...(await applyFunctions(client, functions)))
    if (mode) await writeMode(client, mode)

    return done
  } finally {
    await client.end()
  }
}

/**
 * Refuses a database that another line of migrations made: an earlier one, or a newer version of
 * this one.
 */
function assertSameLine(applied: Map<string, string>, schema: SqlFile[]): void {
  const earlier = [...applied.keys()].find((name) => !/^(schema|functions)\//.test(name))
  if (earlier)
    throw new Error(
      'The database was made by a version before db/schema existed (its migration table ' +
        `names ${earlier}) and can't be ` +
        'upgraded: use an empty database, or delete the data folder (DATA_DIR) of a sandbox.',
    )

  const current = new Set(schema.map(({ name }) => name))
  const newer = [...applied.keys()].find((name) => name.startsWith('schema/') && !current.has(name))

  if (newer)
    throw new Error(
      `The database was made by a newer version (it has ${newer}): start that version, or ` +
        'restore a backup.',
    )
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
