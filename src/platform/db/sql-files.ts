import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { AppliedMigration } from './releases.ts'

/** A file of db/. The name begins with `schema/` or `functions/`. */
export type SqlFile = { name: string; sql: string; sha256: string }

/** Reads the SQL files of a folder in the order of their names. */
export async function readFiles(folder: string, below: string): Promise<SqlFile[]> {
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

/** Reads the files of `functions/`. */
export async function readFunctions(folder: string): Promise<SqlFile[]> {
  const schemas = (await readdir(join(folder, 'functions'))).sort()
  const files = await Promise.all(schemas.map((name) => readFiles(folder, `functions/${name}`)))
  return files.flat()
}

/** Makes the table of applied files where it is missing. */
export async function prepareMigrationTable(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migration (name text primary key, sha256 text not null, ' +
      'applied_at timestamptz not null default now(), release text)',
  )
}

/** Reads which release applied each file. Databases of early versions don't have that column. */
export async function readAppliedReleases(client: pg.Client): Promise<AppliedMigration[]> {
  return (await client.query<AppliedMigration>('select * from migration')).rows
}

/** Has the files that this session applies recorded with the version. */
export async function recordRelease(client: pg.Client, version = ''): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'migration'::regclass and attname = 'release'",
  )
  if (rowCount === 0) await client.query('alter table migration add column release text')

  await client.query("select set_config('candor.release', $1, false)", [version])
}

/** Reads which files were applied, with the hash each had. */
export async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration order by name',
  )
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

/** `ledger.post` of `functions/ledger/post.sql`. */
export const getObjectName = (file: SqlFile) =>
  file.name
    .replace(/^functions\//, '')
    .replace('/', '.')
    .replace(/\.sql$/, '')

/** Runs a file and records it with its hash. */
export async function applyFile(client: pg.Client, { name, sql, sha256 }: SqlFile): Promise<void> {
  await client.query(`${sql};\nreset role; reset search_path`)
  await client.query(
    `insert into migration (name, sha256, release)
      values ($1, $2, nullif(current_setting('candor.release', true), ''))
      on conflict (name) do update set sha256 = excluded.sha256, applied_at = now(),
        release = excluded.release`,
    [name, sha256],
  )
}

/** Runs the work in a transaction; an error of the database names the file. */
export async function runInOneTransaction<T>(
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

/** Builds the error that names the file. */
export const createFailure = (name: string, error: unknown) =>
  new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
