import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'

const ROOT = join(import.meta.dirname, '../..')

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const readAll = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))

/** The names in a text, and those that it calls outside of comments. */
const listNames = (text: string) => new Set(text.split(/\W+/))
const readCalls = (text: string) =>
  new Set(text.replace(/^ *--.*$/gm, '').match(/\w+(?=\()/g) ?? [])

const QUERY = `
  select n.nspname as schema, p.proname as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'ledger', 'approvals')
    and has_function_privilege('candor_app', p.oid, 'execute')
    and p.prorettype <> 'trigger'::regtype
  order by 1, 2`

test('the application’s role may execute only functions that the code or the database uses', async () => {
  const code = listNames(
    readAll('{src,scripts}/**/*.{ts,js,mjs}')
      .map(({ text }) => text)
      .join('\n'),
  )
  const sql = readAll('db/**/*.sql').map(({ file, text }) => ({ file, calls: readCalls(text) }))
  const { rows } = await database.owner.query<{ schema: string; name: string }>(QUERY)
  expect(rows.length).toBeGreaterThan(20)

  const unused = rows.filter(({ schema, name }) => {
    const own = `db/functions/${schema}/${name}.sql`
    return !code.has(name) && !sql.some(({ file, calls }) => file !== own && calls.has(name))
  })

  expect(unused).toEqual([])
})

test('the application’s role can’t close an account', async () => {
  await expect(
    database.pool.query('select ledger.close_account(id) from ledger.accounts limit 1'),
  ).rejects.toThrow('permission denied')
})
