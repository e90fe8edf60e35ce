import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdit, type Change, findEdit, findSymbol, parseSource } from './change.ts'

type Named = {
  name: string
  /** The consequence of the mistake. */
  why: string
  /** The test files that have to fail; the test beside the file if left out. */
  tests?: string[]
}

/** A change inside a function or constant. */
export type CodeMutant = Named & { file: string; symbol: string; change: Change }

/** A change inside a SQL function, of a small pattern that occurs once in it. */
export type SqlMutant = Named & { sql: string; pattern: string; with: string; tests: string[] }

export type Mutant = CodeMutant | SqlMutant

/** The files that a mutant changes, with their new text. */
export type Mutation = Map<string, string>

/** Returns the changed files, or a sentence that says why the mutant can't be applied. */
export function mutate(root: string, mutant: Mutant): Mutation | string {
  if ('sql' in mutant) return mutateSql(root, mutant)

  const file = findFile(root, mutant)
  if (!file) return `${mutant.name}: no ${mutant.symbol} in ${mutant.file} or its module`

  const text = readFileSync(join(root, file), 'utf8')
  const scope = findSymbol(parseSource(file, text), mutant.symbol)
  const edit = scope && findEdit(scope, mutant.change)

  return edit
    ? new Map([[file, applyEdit(text, edit)]])
    : `${mutant.name}: ${JSON.stringify(mutant.change)} doesn't fit ${mutant.symbol}`
}

/** Returns the file that declares the symbol: the named one, or another of its module. */
function findFile(root: string, { file, symbol }: CodeMutant): string | undefined {
  const declares = (name: string) =>
    existsSync(join(root, name)) &&
    new RegExp(`\\b(function|const|class) ${symbol}\\b`).test(
      readFileSync(join(root, name), 'utf8'),
    )
  if (declares(file)) return file

  const folder = /^src\/(modules\/)?[^/]+/.exec(file)?.[0] ?? 'src'
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .find(declares)
}

/** Returns the file of db/functions, or the last migration that defines the function. */
function findSqlFile(root: string, name: string): string | undefined {
  const own = `db/functions/${name.replace('.', '/')}.sql`
  if (existsSync(join(root, own))) return own
  if (!existsSync(join(root, 'migrations'))) return undefined

  return readdirSync(join(root, 'migrations'))
    .map((file) => `migrations/${file}`)
    .filter((file) => definition(name).test(readFileSync(join(root, file), 'utf8')))
    .sort()
    .at(-1)
}

const definition = (name: string) => {
  const [schema = '', own = ''] = name.split('.')
  return new RegExp(`create (or replace )?(function|view) (${schema}\\.)?${own}\\b`, 'i')
}

function mutateSql(root: string, { name, sql, pattern, with: changed }: SqlMutant) {
  const file = findSqlFile(root, sql)
  if (!file) return `${name}: no SQL function ${sql}`

  const text = readFileSync(join(root, file), 'utf8')
  const start = text.search(definition(sql))
  const end = file.startsWith('migrations/') ? findEnd(text, start) : text.length
  const own = text.slice(start, end)
  const found = new RegExp(
    pattern
      .split(/\s+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+'),
    'g',
  )
  const times = [...own.matchAll(found)].length

  return times === 1
    ? new Map([[file, text.slice(0, start) + own.replace(found, () => changed) + text.slice(end)]])
    : `${name}: '${pattern}' occurs ${times} times in ${sql}`
}

const findEnd = (text: string, start: number) => {
  const next = text.slice(start + 10).search(/^create (or replace )?(function|view|trigger)/im)
  return next < 0 ? text.length : start + 10 + next
}

/** Returns the tests of which one has to fail. */
export const listTests = (root: string, mutant: Mutant): string[] =>
  mutant.tests ?? ('file' in mutant ? findTests(root, mutant.file) : [])

/** Returns the test of a file, or else the tests that import it, or else those of its folder. */
export function findTests(root: string, file: string): string[] {
  const own = file.replace(/\.tsx?$/, '.test.ts')
  if (existsSync(join(root, own))) return [own]

  const importing = listImportingTests(root, file)
  return importing.length > 0 ? importing : [file.replace(/[^/]+$/, '')]
}

const MAX_IMPORTING_TESTS = 6

function listImportingTests(root: string, file: string): string[] {
  const specifier = `'${file.replace(/^src\//, '#')}'`

  return ['src', 'tests']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(top, name),
      ),
    )
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => readFileSync(join(root, name), 'utf8').includes(specifier))
    .slice(0, MAX_IMPORTING_TESTS)
}

/** Builds the mutants of one folder; a test name without a slash is a file of that folder. */
export const defineMutants = (
  folder: string,
  rows: readonly (readonly [
    name: string,
    why: string,
    file: string,
    symbol: string,
    change: Change,
    tests?: string[],
  ])[],
): CodeMutant[] =>
  rows.map(([name, why, file, symbol, change, tests]) => ({
    name,
    why,
    file: `${folder}/${file}`,
    symbol,
    change,
    ...(tests && { tests: tests.map((test) => (test.includes('/') ? test : `${folder}/${test}`)) }),
  }))

/** Builds the mutants of SQL functions and views. */
export const defineSqlMutants = (
  rows: readonly (readonly [
    name: string,
    why: string,
    sql: string,
    pattern: string,
    changed: string,
    tests: string[],
  ])[],
): SqlMutant[] =>
  rows.map(([name, why, sql, pattern, changed, tests]) => ({
    name: `SQL: ${name}`,
    why,
    sql,
    pattern,
    with: changed,
    tests,
  }))
