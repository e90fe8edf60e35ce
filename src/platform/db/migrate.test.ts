import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { databaseUrl } from '../../../tests/support/global-setup.ts'
import { migrate } from './migrate.ts'

const DB = join(import.meta.dirname, '../../../db')
const ROLES = { 'schema/0001-roles.sql': 'create table things (id bigint primary key, name text);' }

let name: string
let url: string
let admin: pg.Client
let client: pg.Client
let folder: string

beforeEach(async () => {
  name = `candor_migrate_${randomBytes(4).toString('hex')}`
  url = databaseUrl(inject('adminUrl'), name)
  admin = await connected(inject('adminUrl'))
  await admin.query(`create database ${name}`)
  client = await connected(url)
  folder = await mkdtemp(join(tmpdir(), 'candor-migrate-'))
})
afterEach(async () => {
  await client.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  await rm(folder, { recursive: true })
})

async function connected(connectionString: string) {
  const opened = new pg.Client({ connectionString })
  await opened.connect()
  return opened
}

/** Migrates to these files and no others. */
async function migrateTo(files: Record<string, string>): Promise<string[]> {
  await rm(folder, { recursive: true })
  await mkdir(join(folder, 'functions'), { recursive: true })

  for (const [path, sql] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), sql)
  }

  return await migrate(url, folder)
}

const answer = async (statement: string) =>
  Object.values((await client.query(statement)).rows[0])[0]
const one = (returns: string, body: string, more = '') =>
  `create or replace function public.one() returns ${returns} language sql as $$ ${body}
    $$;\n${more}`

test('the files of db/schema are those whose hashes are written down', async () => {
  const names = (await readdir(join(DB, 'schema'))).filter((file) => file.endsWith('.sql')).sort()
  const lines = await Promise.all(
    names.map(async (file) => {
      const hash = createHash('sha256').update(await readFile(join(DB, 'schema', file)))
      return `${hash.digest('hex')}  ${file}\n`
    }),
  )

  expect(await readFile(join(DB, 'schema/hashes.txt'), 'utf8')).toBe(lines.join(''))
})

test('two processes that start at once migrate once', async () => {
  const applied = await Promise.all([migrate(url, DB), migrate(url, DB), migrate(url, DB)])
  const counts = applied.map((files) => files.length).sort((a, b) => a - b)
  expect(counts.slice(0, 2)).toEqual([0, 0])
  expect(counts[2]).toBe(await answer('select count(*)::int from migration'))
  expect(await answer('select count(*)::int from ledger.verify()')).toBe(0)
})

test('a function that changed is replaced, and one that did not is left alone', async () => {
  const two =
    'create or replace function public.two() returns integer language sql as $$ select 2 $$;'
  const files = { ...ROLES, 'functions/public/two.sql': two }
  await migrateTo({ ...files, 'functions/public/one.sql': one('integer', 'select 1') })

  expect(
    await migrateTo({ ...files, 'functions/public/one.sql': one('integer', 'select 11') }),
  ).toEqual(['functions/public/one.sql'])
  expect(await answer('select one()')).toBe(11)
})

test('the grants in a file are all that there are', async () => {
  const file = (more: string) => ({
    ...ROLES,
    'functions/public/one.sql': one('integer', 'select 1', more),
  })
  const closed = 'revoke all on function public.one from public;'
  const may = () =>
    answer("select has_function_privilege('candor_app', 'public.one()', 'execute') as may")

  await migrateTo(file(`${closed} grant execute on function public.one to candor_app;`))
  expect(await may()).toBe(true)

  await migrateTo(file(closed))
  expect(await may()).toBe(false)

  await migrateTo(file(''))
  expect(await may()).toBe(true)
})

test('functions and views that use each other need no order', async () => {
  await migrateTo({
    ...ROLES,
    'functions/public/a_view.sql': 'create or replace view public.a_view as select * from b_view;',
    'functions/public/b_view.sql':
      'create or replace view public.b_view as select c_function() as c;',
    'functions/public/c_function.sql':
      'create or replace function public.c_function() returns bigint language sql as $$ ' +
      'select count(*) from d_view $$;',
    'functions/public/d_view.sql': 'create or replace view public.d_view as select * from things;',
  })

  expect(await answer('select c from a_view')).toBe('0')
})

test('a file that fails is named, and nothing of the functions is applied', async () => {
  const files = { ...ROLES, 'functions/public/one.sql': one('integer', 'select 1') }
  const broken = migrateTo({
    ...files,
    'functions/public/two.sql': 'create or replace view public.two as sel',
  })
  await expect(broken).rejects.toThrow('Migration functions/public/two.sql failed: syntax error')

  const lonely = migrateTo({
    ...files,
    'functions/public/two.sql': 'create or replace view public.two as select * from gone',
  })

  await expect(lonely).rejects.toThrow(
    'Migration functions/public/two.sql failed: relation "gone" does not',
  )

  const other = migrateTo({ ...files, 'functions/public/two.sql': one('integer', 'select 2') })
  await expect(other).rejects.toThrow("functions/public/two.sql doesn't create public.two.")
  expect(await answer('select count(*)::int from migration')).toBe(1)
})

test('a file that was removed is refused until a schema file drops what it made', async () => {
  await migrateTo({ ...ROLES, 'functions/public/one.sql': one('integer', 'select 1') })
  await expect(migrateTo(ROLES)).rejects.toThrow(
    'functions/public/one.sql was removed, but the database still has it. Add a file to ' +
      'db/schema: drop function if exists public.one();',
  )

  const dropped = { ...ROLES, 'schema/0002-drop.sql': 'drop function if exists public.one();' }
  expect(await migrateTo(dropped)).toEqual(['schema/0002-drop.sql'])
  expect(await answer("select count(*)::int from migration where name like 'functions/%'")).toBe(0)
})

test('another result or other columns are refused until a schema file drops the old', async () => {
  const view = (columns: string) => ({
    'functions/public/listing.sql': `create or replace view public.listing as
      select ${columns} from things;`,
  })
  await migrateTo({
    ...ROLES,
    ...view('id, name'),
    'functions/public/one.sql': one('integer', 'select 1'),
  })

  const files = {
    ...ROLES,
    ...view('id, name'),
    'functions/public/one.sql': one('text', "select 'one'"),
  }

  await expect(migrateTo(files)).rejects.toThrow(
    /one\.sql can't replace what the database has: cannot change return type.*drop function if exists public\.one\(\);/,
  )
  await expect(
    migrateTo({
      ...ROLES,
      ...view('name'),
      'functions/public/one.sql': one('integer', 'select 1'),
    }),
  ).rejects.toThrow(/listing\.sql can't replace .* drop view if exists public\.listing;/)

  await migrateTo({ ...files, 'schema/0002-drop.sql': 'drop function if exists public.one();' })
  expect(await answer('select one()')).toBe('one')
})

test('other arguments are refused: the previous function would stay beside the new one', async () => {
  await migrateTo({ ...ROLES, 'functions/public/one.sql': one('integer', 'select 1') })

  const more = one('integer', 'select 1').replace('one()', 'one(more bigint)')
  const files = { ...ROLES, 'functions/public/one.sql': more }
  await expect(migrateTo(files)).rejects.toThrow(
    /takes other arguments .* drops it: drop function if exists public\.one\(\);/,
  )

  await migrateTo({ ...files, 'schema/0002-drop.sql': 'drop function if exists public.one();' })
  expect(await answer('select one(5)')).toBe(1)
})

test('a view that a schema file dropped is made again, although its file is the same', async () => {
  const view = {
    'functions/public/listing.sql':
      'create or replace view public.listing as select id from things;',
  }
  await migrateTo({ ...ROLES, ...view })

  const files = {
    ...ROLES,
    ...view,
    'schema/0002-id.sql': 'drop view listing; alter table things add more text;',
  }

  expect(await migrateTo(files)).toEqual(['schema/0002-id.sql', 'functions/public/listing.sql'])
})

test('a trigger has its function before it, where the schema file names it', async () => {
  const files = {
    'schema/0001-guarded.sql':
      '-- functions: public.guard\ncreate table guarded (id bigint);\n' +
      'create trigger guard before insert on guarded for each row execute function guard();',
    'functions/public/guard.sql':
      'create or replace function public.guard() returns trigger language plpgsql as $$ ' +
      "begin raise exception 'no'; end $$;",
  }

  expect(await migrateTo(files)).toEqual(['functions/public/guard.sql', 'schema/0001-guarded.sql'])
  await expect(client.query('insert into guarded values (1)')).rejects.toThrow('no')

  const unknown = { ...files, 'schema/0002-more.sql': '-- functions: public.gone\nselect 1' }
  await expect(migrateTo(unknown)).rejects.toThrow(
    'uses the function public.gone, which has no file',
  )
})

test('a schema file that was edited after it had been applied is refused', async () => {
  await migrateTo(ROLES)
  const edited = { 'schema/0001-roles.sql': 'create table others (id bigint);' }
  await expect(migrateTo(edited)).rejects.toThrow(
    '0001-roles.sql was edited after it had been applied.',
  )
})

test('a database from before db/schema, or a newer one, is refused and left as it is', async () => {
  await client.query(`
    create table migration (name text primary key, sha256 text not null, applied_at timestamptz
    not null default now());
    insert into migration values ('001-roles.sql', 'x')`)

  await expect(migrate(url, DB)).rejects.toThrow(
    /made by a version before db\/schema existed .* names 001-roles\.sql.* use an empty database, or delete the data folder/,
  )

  await client.query("update migration set name = 'schema/9999-later.sql'")
  await expect(migrate(url, DB)).rejects.toThrow(
    'The database was made by a newer version (it has schema/9999-later.sql): start that ' +
      'version, or restore a backup.',
  )
  expect(await answer('select count(*)::int from migration')).toBe(1)
  expect(await answer("select count(*)::int from pg_namespace where nspname = 'ledger'")).toBe(0)
})

test('an older release leaves a newer database as it is, and the same one continues', async () => {
  const files = { ...ROLES, 'functions/public/one.sql': one('int', 'select 1') }
  await migrateTo(ROLES)
  await migrateTo(files)
  await client.query("update migration set release = '0.4.0' where name like 'functions/%'")

  const older = { ...ROLES, 'functions/public/one.sql': one('int', 'select 0') }
  await writeFile(join(folder, 'functions/public/one.sql'), older['functions/public/one.sql'])
  await expect(migrate(url, folder, undefined, '0.3.0')).rejects.toThrow(
    "was migrated by release 0.4.0, and this is release 0.3.0: an older release doesn't run",
  )
  expect(await answer('select public.one()')).toBe(1)

  expect(await migrate(url, folder, undefined, '0.4.1')).toEqual(['functions/public/one.sql'])
  expect(await answer("select release from migration where name like 'functions/%'")).toBe('0.4.1')
  expect(await answer("select release from migration where name like 'schema/%'")).toBe(null)
})
