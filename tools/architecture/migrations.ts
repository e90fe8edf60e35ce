import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Violation } from './architecture.ts'

/** The baseline of the first release. Files after it change databases in use. */
const BASELINE_FILES = 18

/** Starts of statements that take something away from the release that still runs. */
const BREAKING = [
  /^drop (table|view|materialized view|function|procedure|type|domain|schema|sequence|role)\b/,
  /^alter .*\brename\b/,
  /^alter .*\bset schema\b/,
  /^alter table .*\bdrop (?!constraint\b|default\b|not null\b|expression\b|identity\b)/,
  /^alter .*\balter (column )?\S+ drop default\b/,
  /^alter .*\balter (column )?\S+ (set data )?type\b/,
  /^alter .*\bset not null\b/,
  /^alter .*\badd (constraint \S+ )?(check|unique|primary key|foreign key|exclude|not null)\b/,
  /^create unique index\b/,
  /^revoke\b/,
]

const ADDED_COLUMN =
  /\badd (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b)\w+ [^,]*/g
const CREATED_TABLE = /^create table (?:if not exists )?(\S+)/
const CHANGED_TABLE = [
  /^alter table (?:if exists )?(?:only )?([\w."]+)/,
  /^create unique index(?: .*?)? on (?:only )?([\w."]+)/,
  /^revoke .*? on (?:table )?([\w."]+)/,
]
const CONTRACT = /--\s*contract: unused since (\d+\.\d+\.\d+)\b/

const RULE = 'expand, then contract'
const FIX =
  'the previous release still runs while this is applied: add something new beside it. To remove ' +
  'or narrow what no released version uses any more, write "-- contract: unused since VERSION" ' +
  'directly above the statement, with a version that CHANGELOG.md lists as released'

/**
 * Finds statements that drop, rename or narrow what the previous release uses, unless they are
 * marked as the contract step of a later release. See docs/decisions/059-releases.md.
 */
export function checkMigrations(root: string, files: string[]): Violation[] {
  const released = listReleases(root)

  return files
    .filter((file) => /^db\/schema\/\d+-.*\.sql$/.test(file))
    .filter((file) => Number.parseInt(basename(file), 10) > BASELINE_FILES)
    .flatMap((file) =>
      listBreaking(readFileSync(join(root, file), 'utf8'), released).map((statement) => ({
        rule: RULE,
        at: `${file}: ${statement}`,
        fix: FIX,
      })),
    )
}

/** Returns the versions that the changelog lists with a date. */
function listReleases(root: string): string[] {
  const path = join(root, 'CHANGELOG.md')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return [...text.matchAll(/^## (\d+\.\d+\.\d+) - /gm)].map(([, version = '']) => version)
}

/** Returns the statements of a schema file that the previous release can't run with. */
export function listBreaking(sql: string, released: string[]): string[] {
  const statements = splitStatements(sql)
  const created = statements.flatMap(({ text }) => CREATED_TABLE.exec(text)?.[1] ?? [])

  return statements
    .filter(({ text }) => isBreaking(text))
    .filter(({ text }) => !created.includes(findChangedTable(text)))
    .filter(({ contract }) => !contract || !released.includes(contract))
    .map(({ text }) => text.slice(0, 80))
}

const findChangedTable = (text: string) =>
  CHANGED_TABLE.map((pattern) => pattern.exec(text)?.[1]).find((name) => name) ?? ''

const isBreaking = (text: string) =>
  BREAKING.some((pattern) => pattern.test(text)) || addsRequiredColumn(text)

/** A column that is not null and has no default: the previous release inserts rows without it. */
const addsRequiredColumn = (text: string) =>
  text.startsWith('alter table') &&
  [...text.replace(/\([^()]*\)/g, '()').matchAll(ADDED_COLUMN)].some(
    ([column]) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column),
  )

/** A comment, a text in dollars or a text in quotes, whichever begins first. */
const UNREAD = /--.*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g

/**
 * Splits SQL at its semicolons. Texts become '' and comments are left out, so that their words are
 * not read; of a comment that marks a contract step, the mark remains.
 */
function splitStatements(sql: string): { text: string; contract: string | undefined }[] {
  return sql
    .replace(UNREAD, (found) => {
      if (found.startsWith('--')) return CONTRACT.exec(found)?.[0] ?? ''
      return found.startsWith('/*') ? '' : "''"
    })
    .split(';')
    .map((part) => ({
      contract: CONTRACT.exec(part)?.[1],
      text: part.replace(/--.*/g, '').replace(/\s+/g, ' ').trim().toLowerCase(),
    }))
}
