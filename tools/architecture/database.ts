import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Violation } from './architecture.ts'
import type { RuleName } from './rules.ts'

const LINE_LENGTH = 120
/** The ledger takes the time of posting itself, and the job queue's tables are pg-boss's own. */
const WITH_CLOCKS = ['db/schema/0002-ledger.sql', 'db/schema/0005-jobs.sql']

/** Holds what makes the database: see db/README.md. */
export function checkDatabase(root: string, files: string[]): Violation[] {
  const sql = files.filter((file) => file.endsWith('.sql'))
  const schema = sql.filter((file) => file.startsWith('db/schema/'))
  const functions = sql.filter((file) => file.startsWith('db/functions/'))

  return [
    ...findWrongNumbers(schema),
    ...schema.flatMap((file) => [
      ...findObjects(root, file),
      ...findMissingFunctions(root, file, functions),
    ]),
    ...functions.flatMap((file) => findOtherObjects(root, file)),
    ...findLines(
      root,
      sql,
      LONG,
      'length of a line',
      `at most ${LINE_LENGTH} characters: break the line`,
    ),
    ...findLines(
      root,
      sql.filter((file) => !WITH_CLOCKS.includes(file)),
      CLOCK,
      'time is a parameter',
      'drop the DEFAULT and pass app.clock.now() or app.clock.today(): seeded history has ' +
        'fixed dates',
    ),
    ...findLines(
      root,
      sql,
      WEAK_DIGEST,
      'approved digests',
      'what holds books, files and statements together is sha256(…)',
    ),
  ]
}

const LONG = new RegExp(`^.{${LINE_LENGTH + 1}}`)
const CLOCK =
  /default\s+\(?\s*(now\s*\(|current_(timestamp|date|time)\b|(clock|statement|transaction)_timestamp|localtime)/i
const WEAK_DIGEST = /\bmd5\s*\(|\bdigest\s*\([^)]*'(md5|sha1)'|\bcrypt\s*\(/i

const readText = (root: string, file: string) => readFileSync(join(root, file), 'utf8')

/** A violation for each line that says what it may not. */
const findLines = (
  root: string,
  files: string[],
  pattern: RegExp,
  rule: RuleName,
  fix: string,
): Violation[] =>
  files.flatMap((file) =>
    readText(root, file)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [{ rule, at: `${file}:${index + 1}`, fix }] : [],
      ),
  )

/** Names are NNNN-kebab-case.sql, and the numbers have no gap and none twice. */
const findWrongNumbers = (schema: string[]): Violation[] =>
  schema.flatMap((file, index) => {
    const expected = String(index + 1).padStart(4, '0')
    return new RegExp(`^${expected}-[a-z0-9]+(-[a-z0-9]+)*\\.sql$`).test(basename(file))
      ? []
      : [
          {
            rule: 'numbers of schema files',
            at: file,
            fix: `expected ${expected}-….sql: numbers without gaps, then lower case with hyphens`,
          },
        ]
  })

/** Functions and views have files of their own. */
const findObjects = (root: string, file: string): Violation[] =>
  /^create (or replace )?(function|procedure|view)\b/im.test(readText(root, file))
    ? [
        {
          rule: 'functions and views have files of their own',
          at: file,
          fix:
            'put it into db/functions/<schema>/<name>.sql; a trigger names it in a line "-- ' +
            'functions: …"',
        },
      ]
    : []

/** What a schema file says its triggers use is there. */
const findMissingFunctions = (root: string, file: string, functions: string[]): Violation[] =>
  [...readText(root, file).matchAll(/^-- functions: (.+)$/gm)]
    .flatMap(([, list = '']) => list.split(/,\s*/))
    .filter((name) => !functions.includes(`db/functions/${name.replace('.', '/')}.sql`))
    .map((name) => ({
      rule: 'functions that a schema file uses',
      at: `${file}: ${name}`,
      fix: 'leave its file in place while the schema file names it: a new database needs it',
    }))

/** One function or view, named as the path says. */
function findOtherObjects(root: string, file: string): Violation[] {
  const [, schema, name] = /^db\/functions\/([^/]+)\/([^/]+)\.sql$/.exec(file) ?? []
  const made = [...readText(root, file).matchAll(/^create\b.*$/gim)].map(([line]) => line)
  const [first = ''] = made
  const named = new RegExp(
    `^create or replace (function ${schema}\\.${name}\\(|view ${schema}\\.${name} as$)`,
  )

  return made.length === 1 && named.test(first)
    ? []
    : [
        {
          rule: 'one function or view a file',
          at: file,
          fix:
            'it holds one "create or replace function" or "view" of the schema and name in ' +
            'its path, and its grants',
        },
      ]
}
