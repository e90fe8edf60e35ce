import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdit, type Change, findEdit, findSymbol, parseSource } from './change.ts'
import { findNearestTests } from './nearest-tests.ts'

type Named = {
  name: string
  /** The consequence of the mistake. */
  why: string
  /** The test files that have to fail; the tests nearest to the symbol if left out. */
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

function mutateSql(root: string, { name, sql, pattern, with: changed }: SqlMutant) {
  const file = `db/functions/${sql.replace('.', '/')}.sql`
  if (!existsSync(join(root, file))) return `${name}: no SQL function ${sql}`

  const text = readFileSync(join(root, file), 'utf8')
  const found = new RegExp(
    pattern
      .split(/\s+/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('\\s+'),
    'g',
  )
  const times = [...text.matchAll(found)].length

  return times === 1
    ? new Map([[file, text.replace(found, () => changed)]])
    : `${name}: '${pattern}' occurs ${times} times in ${sql}`
}

/**
 * Returns the tests of which one has to fail, in groups: the next one runs where the tests of those
 * before pass.
 */
export function listTests(root: string, mutant: Mutant): string[][] {
  if (mutant.tests) return [mutant.tests]
  if (!('file' in mutant)) return []

  const [first, ...others] = findNearestTests(root, mutant.file, mutant.symbol)
  return [first ? [first] : [], others].filter((tests) => tests.length > 0)
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
