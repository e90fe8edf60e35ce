import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Violation } from './architecture.ts'
import type { Source } from './source.ts'
import {
  ALLOWED_NAME_PARTS,
  ALLOWED_NAMES,
  ALLOWED_PHRASES,
  type Place,
  REPLACED_WORDS,
} from './words.ts'

/** A replaced word at one place of one file. */
type Finding = { word: string; use: string; line: number }

/** Files that hold the list, its seeded violations, or text that isn't ours. */
const EXEMPT =
  /^(tools\/architecture\/(words|plain-words|seeded-violations)|tests\/mutants\/|docs\/decisions\/|src\/platform\/auth\/breached)|package-lock/

const toPattern = (text: string) => text.replaceAll(' ', '\\s+')

const BY_NAME = new Map(
  REPLACED_WORDS.filter((one) => one.in.includes('names')).flatMap((one) =>
    one.words.map((word) => [word, one] as const),
  ),
)

const listPatterns = (place: Place) =>
  REPLACED_WORDS.filter((one) => one.in.includes(place)).flatMap((one) =>
    one.words.map((word) => ({
      ...one,
      word,
      pattern: new RegExp(`\\b${toPattern(word)}\\b`, 'gi'),
    })),
  )

type WordPattern = ReturnType<typeof listPatterns>[number]

const buildAny = (patterns: readonly WordPattern[]) =>
  new RegExp(`\\b(${patterns.map(({ word }) => toPattern(word)).join('|')})\\b`, 'i')

const PROSE = listPatterns('prose')
const ANY_PROSE = buildAny(PROSE)
const TEXTS = [...PROSE, ...listPatterns('texts')]
const ANY_TEXT = buildAny(TEXTS)

/** Files whose texts people see. */
const SHOWN = /^src\/(?!.*(\.test\.tsx?|\/testing\.ts)$)/

/** Reads names, comments, visible texts, test names, SQL and documents for replaced words. */
export function checkWords(source: Source): Violation[] {
  if (EXEMPT.test(source.file)) return []

  return readFindings(source).map(({ word, use, line }) => ({
    rule: 'plain words',
    at: `${source.file}:${line} '${word}': use ${use}`,
    fix: 'write the word of docs/glossary.md; a plain use is allowed in tools/architecture/words.ts',
  }))
}

const FOLDERS = ['tests', 'tools', 'scripts', 'bench', 'db', 'docs']
const TEXT_FILE = /\.(tsx?|m?js|cjs|sql|md)$/

/** Lists the files outside src whose words are read. */
export function listOtherFiles(root: string): string[] {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)))
  const below = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      // tests/chains is a package of its own
      .filter((file) => !file.includes('/node_modules/')),
  )

  const top = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name))
    .map((entry) => entry.name)

  return [...below, ...top].sort()
}

function readFindings(source: Source): Finding[] {
  const { file, text } = source
  if (file.endsWith('.md')) return readProse(withoutCode(text), file)
  if (file.endsWith('.sql')) return [...readSql(text, file)]
  if (/\.(tsx?|m?js|cjs)$/.test(file)) return [...readFileName(file), ...readSyntax(source)]
  return []
}

/** Code spans and blocks quote names, which their own files answer for. */
const withoutCode = (text: string) =>
  text
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`|\]\([^)]*\)/g, (span) => ' '.repeat(span.length))

const readProse = (text: string, file: string, offset = 0): Finding[] =>
  ANY_PROSE.test(text) ? findWords(text, PROSE, file, offset) : []

const readText = (text: string, file: string, offset = 0): Finding[] =>
  ANY_TEXT.test(text) ? findWords(text, TEXTS, file, offset) : []

function findWords(
  text: string,
  patterns: readonly WordPattern[],
  file: string,
  offset: number,
): Finding[] {
  const plain = ALLOWED_PHRASES.reduce(
    (left, phrase) => left.replace(phrase, (match) => ' '.repeat(match.length)),
    text,
  )

  return patterns
    .filter(({ except }) => !except?.test(file))
    .flatMap(({ word, use, pattern }) =>
      [...plain.matchAll(pattern)].map((match) => ({
        word,
        use,
        line: offset + plain.slice(0, match.index).split('\n').length,
      })),
    )
}

const splitName = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())

function readName(name: string, line: number, file: string): Finding[] {
  if (ALLOWED_NAMES.has(name)) return []

  const plain = ALLOWED_NAME_PARTS.reduce((left, part) => left.replace(part, '-'), name)

  return splitName(plain).flatMap((word) => {
    const entry = BY_NAME.get(word)
    return entry && !entry.except?.test(file) ? [{ word: name, use: entry.use, line }] : []
  })
}

const readFileName = (file: string) =>
  readName((file.split('/').at(-1) ?? '').replace(/\..*$/, ''), 1, file)

function readSyntax({ file, text, syntax }: Source): Finding[] {
  const lineAt = (position: number) => syntax.getLineAndCharacterOfPosition(position).line + 1
  const found: Finding[] = []

  const visit = (node: ts.Node) => {
    const name = getDeclaredName(node)
    if (name) found.push(...readName(name.text, lineAt(name.getStart()), file))

    const prose = getVisibleText(node)
    const read = SHOWN.test(file) ? readText : readProse
    if (prose) found.push(...read(prose, file, lineAt(node.getStart()) - 1))

    ts.forEachChild(node, visit)
  }

  visit(syntax)
  for (const { start, comment } of listComments(text, syntax))
    found.push(...readProse(comment.replace(/`[^`\n]*`/g, ''), file, lineAt(start) - 1))

  return found
}

function getDeclaredName(node: ts.Node): ts.Identifier | undefined {
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodDeclaration(node)

  return declares && node.name && ts.isIdentifier(node.name) ? node.name : undefined
}

/** A text of several words; single words are keys, which the names of their types answer for. */
function getVisibleText(node: ts.Node): string {
  if (ts.isJsxText(node)) return node.text
  if (ts.isTaggedTemplateExpression(node.parent ?? node)) return ''

  const text =
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
      ? node.text
      : ''

  return /[a-z] [a-z]/i.test(text) ? text : ''
}

function listComments(text: string, source: ts.SourceFile) {
  const found = new Map<number, string>()
  const note = (ranges: ts.CommentRange[] | undefined) => {
    for (const { pos, end } of ranges ?? []) found.set(pos, text.slice(pos, end))
  }

  const visit = (node: ts.Node) => {
    if (!ts.isJsxText(node)) {
      note(ts.getLeadingCommentRanges(text, node.getFullStart()))
      note(ts.getTrailingCommentRanges(text, node.getEnd()))
    }
    ts.forEachChild(node, visit)
  }

  visit(source)

  return [...found].map(([start, comment]) => ({ start, comment }))
}

const SQL_WORDS = new Set(
  REPLACED_WORDS.filter((one) => one.in.includes('sql')).flatMap(({ words }) => words),
)
const ALLOWED_SQL = /^(fits|known|refuse|beside)$/

/** In SQL a replaced word is refused in comments and in the names of tables, columns, functions. */
function readSql(text: string, file: string): Finding[] {
  return text.split('\n').flatMap((line, index) => {
    const [code = '', comment = ''] = line.split(/--(.*)/)
    const names = code.match(/[a-z][a-z0-9_]*/gi) ?? []

    return [
      ...readProse(comment, file, index),
      ...names.flatMap((name) => {
        const word = name.split('_').find((part) => SQL_WORDS.has(part.toLowerCase()))
        if (!word || ALLOWED_NAMES.has(name) || (ALLOWED_SQL.test(word) && word !== name)) return []
        const replaced = REPLACED_WORDS.find((one) => one.words.includes(word))
        if (replaced?.except?.test(file)) return []
        return [{ word: name, use: replaced?.use ?? '', line: index + 1 }]
      }),
    ]
  })
}
