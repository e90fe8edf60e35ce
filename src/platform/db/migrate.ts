import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

// an arbitrary lock number: two servers that start at once must not migrate twice
const LOCK = 4_072_026

/** A file of db/. The name begins with `schema/` or `functions/`. */
type SqlFile = { name: string; sql: string; sha256: string }

/** A function or view of the database that db/functions may hold a file of. */
type Existing = {
  name: string
  /** As `drop` and `revoke` take it: `function ledger.balance(account bigint)`. */
  object: string
  isFunction: boolean
  hasDefaultGrants: boolean
  grantees: string[]
}

/** Dependencies that another file of the same run may still create. */
const MISSING = ['42P01', '42883', '42704', '42703']
/**
 * What `create or replace` can't change: the result or an argument of a function, the columns of a
 * view.
 */
const NOT_REPLACEABLE = ['42P13', '42P16']

/**
 * Brings a database to the state of the folder and returns the names of the files applied. Each
 * file of `schema/` is applied once, in its own transaction, and may not change afterwards. Each
 * file of `functions/` is applied again when it changed. See db/README.md.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()

  try {
    await client.query(`select pg_advisory_lock(${LOCK})`)
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

    return [...done, ...(await applyFunctions(client, functions))]
  } finally {
    await client.end()
  }
}

async function readFiles(folder: string, below: string): Promise<SqlFile[]> {
  const names = (await readdir(join(folder, below))).filter((name) => name.endsWith('.sql')).sort()
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, below, name), 'utf8')
      return {
        name: `${below}/${name}`,
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
      }
    }),
  )
}

async function readFunctions(folder: string): Promise<SqlFile[]> {
  const schemas = (await readdir(join(folder, 'functions'))).sort()
  const files = await Promise.all(schemas.map((name) => readFiles(folder, `functions/${name}`)))
  return files.flat()
}

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration order by name',
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
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

const FUNCTIONS_LINE = /^-- functions: (.+)$/gm

/** The files of the functions that a schema file's triggers, defaults and generated columns use. */
function findUsedFunctions(file: SqlFile, functions: SqlFile[]): SqlFile[] {
  const named = [...file.sql.matchAll(FUNCTIONS_LINE)].flatMap(([, list = '']) =>
    list.split(/,\s*/),
  )
  return named.map((name) => {
    const found = functions.find((one) => getObjectName(one) === name)
    if (found) return found
    throw new Error(
      `Migration ${file.name} uses the function ${name}, which has no file in db/functions.`,
    )
  })
}

/** `ledger.post` of `functions/ledger/post.sql`. */
const getObjectName = (file: SqlFile) =>
  file.name
    .replace(/^functions\//, '')
    .replace('/', '.')
    .replace(/\.sql$/, '')

async function applySchemaFile(
  client: pg.Client,
  file: SqlFile,
  functions: SqlFile[],
): Promise<string[]> {
  return await runInOneTransaction(client, file.name, async () => {
    // Bodies may use tables that this file or a later one creates.
    await client.query('set local check_function_bodies = off')

    const used = await listPending(client, findUsedFunctions(file, functions))
    for (const one of used) await applyFunction(client, one, await listExisting(client))
    await client.query('set local check_function_bodies = on')
    await applyFile(client, file)

    return used.map(({ name }) => name)
  })
}

/**
 * Applies what is new or changed, in any order that works: a file whose dependencies are missing is
 * tried again.
 */
async function applyFunctions(client: pg.Client, functions: SqlFile[]): Promise<string[]> {
  return await runInOneTransaction(client, 'db/functions', async () => {
    const before = await listExisting(client)
    await deleteRemoved(client, functions, before)

    const pending = await listPending(client, functions)

    let waiting = pending

    while (waiting.length > 0) {
      const failed: { file: SqlFile; error: unknown }[] = []
      for (const file of waiting) {
        await client.query('savepoint one')

        try {
          await applyFunction(client, file, before)
          await client.query('release savepoint one')
        } catch (error) {
          if (!MISSING.includes((error as pg.DatabaseError).code ?? '')) throw error
          await client.query('rollback to savepoint one')
          failed.push({ file, error })
        }
      }

      const [first] = failed
      if (first && failed.length === waiting.length)
        throw createFailure(first.file.name, first.error)

      waiting = failed.map(({ file }) => file)
    }

    assertOneEach(pending, before, await listExisting(client))

    return pending.map(({ name }) => name)
  })
}

/**
 * Files that were never applied, have changed, or whose object was dropped by a schema file since.
 */
async function listPending(client: pg.Client, functions: SqlFile[]): Promise<SqlFile[]> {
  const applied = await readApplied(client)
  const existing = new Set((await listExisting(client)).map(({ name }) => name))
  return functions.filter(
    (file) => applied.get(file.name) !== file.sha256 || !existing.has(getObjectName(file)),
  )
}

async function applyFunction(client: pg.Client, file: SqlFile, before: Existing[]): Promise<void> {
  const existing = before.filter(({ name }) => name === getObjectName(file))
  try {
    for (const one of existing) await resetGrants(client, one)
    await applyFile(client, file)
  } catch (error) {
    const { code = '' } = error as pg.DatabaseError
    if (MISSING.includes(code)) throw error
    if (existing.length === 0 || !NOT_REPLACEABLE.includes(code))
      throw createFailure(file.name, error)
    throw new Error(
      `${file.name} can't replace what the database has: ${(error as Error).message}. ` +
        `Add a file to db/schema that drops it first: ${existing.map(buildDrop).join(' ')}`,
      { cause: error },
    )
  }
}

/**
 * Replacing keeps grants, so they go back to what a new object has: a file's grants are all there
 * are.
 */
async function resetGrants(
  client: pg.Client,
  { object, isFunction, ...one }: Existing,
): Promise<void> {
  if (one.hasDefaultGrants) return

  if (one.grantees.length > 0)
    await client.query(
      `revoke all on ${object.replace(/^view /, '')} from ${one.grantees.join(', ')}`,
    )

  if (isFunction) await client.query(`grant execute on ${object} to public`)
}

const buildDrop = ({ object }: Existing) =>
  `drop ${object.replace(/^(function|view) /, '$1 if exists ')};`

/**
 * A file that is gone leaves the list once the database has no such object; until then it is
 * refused.
 */
async function deleteRemoved(
  client: pg.Client,
  functions: SqlFile[],
  before: Existing[],
): Promise<void> {
  const current = new Set(functions.map(({ name }) => name))
  const applied = [...(await readApplied(client)).keys()]

  for (const name of applied.filter((one) => one.startsWith('functions/') && !current.has(one))) {
    const remaining = before.filter(
      (one) => one.name === getObjectName({ name, sql: '', sha256: '' }),
    )
    if (remaining.length > 0)
      throw new Error(
        `${name} was removed, but the database still has it. Add a file to db/schema: ` +
          `${remaining.map(buildDrop).join(' ')}`,
      )

    await client.query('delete from migration where name = $1', [name])
  }
}

/**
 * Other arguments make a second function beside the previous one, which callers would still reach.
 */
function assertOneEach(pending: SqlFile[], before: Existing[], after: Existing[]): void {
  for (const file of pending) {
    const found = after.filter(({ name }) => name === getObjectName(file))
    if (found.length === 0) throw new Error(`${file.name} doesn't create ${getObjectName(file)}.`)
    if (found.length === 1) continue

    const previous = before.filter(({ name }) => name === getObjectName(file))

    throw new Error(
      `${file.name} takes other arguments than the function that the database has, which would ` +
        `stay beside it. ` +
        `Add a file to db/schema that drops it: ${previous.map(buildDrop).join(' ')}`,
    )
  }
}

async function listExisting(client: pg.Client): Promise<Existing[]> {
  // so that every name is written in full
  await client.query("select set_config('search_path', 'pg_catalog', true)")

  const { rows } = await client.query<Existing>(`
    with object as (
      select n.nspname, p.proname as name, p.proowner as owner, p.proacl as acl, true as
      is_function,
        format('function %I.%I(%s)', n.nspname, p.proname,
        pg_get_function_identity_arguments(p.oid)) as object
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      union all
      select n.nspname, c.relname, c.relowner, c.relacl, false, format('view %I.%I', n.nspname,
      c.relname)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'v')
    select nspname || '.' || name as name, object, is_function as "isFunction", acl is null as
    "hasDefaultGrants",
      array(select distinct case grantee when 0 then 'public' else grantee::regrole::text end
        from aclexplode(acl) where grantee <> owner) as grantees
    from object where nspname not in ('pg_catalog', 'information_schema')`)

  await client.query('reset search_path')

  return rows
}

async function applyFile(client: pg.Client, { name, sql, sha256 }: SqlFile): Promise<void> {
  await client.query(sql)
  await client.query('reset role; reset search_path')
  await client.query(
    `insert into migration (name, sha256) values ($1, $2)
      on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
    [name, sha256],
  )
}

async function runInOneTransaction<T>(
  client: pg.Client,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin')

  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error instanceof pg.DatabaseError ? createFailure(name, error) : error
  }
}

const createFailure = (name: string, error: unknown) =>
  new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
