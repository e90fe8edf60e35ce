import ts from 'typescript'
import {
  hasTrailingPreposition,
  isParticiple,
  listFunctions,
  splitWords,
} from '../architecture/function-names.ts'
import { listRelativeComments, MAX_LINE_LENGTH } from '../architecture/layout.ts'

/** The figures of one file. Lines are counted from 1; a function includes its signature. */
export type FileFigures = {
  file: string
  lines: number
  commentLines: number
  longLines: number
  functions: { at: string; lines: number }[]
  /** Lines and blank lines of the outermost functions of nine lines or more. */
  bodyLines: number
  blankLines: number
  exports: number
  documentedExports: number
  exportedFunctions: number
  documentedFunctions: number
  docComments: number
  relativeComments: string[]
  namedFunctions: number
  participles: string[]
  trailingPrepositions: string[]
  anyTypes: number
  casts: number
  nonNulls: number
  layoutSpreads: string[]
}

const MIN_BODY_LINES = 9

type Visitor = (node: ts.Node, outermost: boolean) => void

/** Returns the figures of one TypeScript file. */
export function readFigures(file: string, text: string): FileFigures {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const lines = text.split('\n')
  const named = listFunctions(source)
  const figures: FileFigures = {
    file,
    lines: lines.length - 1,
    commentLines: countCommentLines(lines),
    longLines: lines.filter((line) => line.length > MAX_LINE_LENGTH).length,
    functions: [],
    bodyLines: 0,
    blankLines: 0,
    exports: 0,
    documentedExports: 0,
    exportedFunctions: 0,
    documentedFunctions: 0,
    docComments: 0,
    relativeComments: [],
    namedFunctions: named.length,
    participles: named
      .filter(({ name, isBoolean }) => !isBoolean && isParticiple(splitWords(name)[0] ?? ''))
      .map(({ name, line }) => `${file}:${line} ${name}`),
    trailingPrepositions: named
      .filter(({ name }) => hasTrailingPreposition(name))
      .map(({ name, line }) => `${file}:${line} ${name}`),
    anyTypes: 0,
    casts: 0,
    nonNulls: 0,
    layoutSpreads: [],
  }

  walk(source, (node, outermost) => {
    addFunction(figures, source, lines, node, outermost)
    addExport(figures, node)
    addType(figures, source, node)
  })

  addDocComments(figures, text)

  return figures
}

function walk(source: ts.SourceFile, visit: Visitor) {
  const descend = (node: ts.Node, outermost: boolean) => {
    visit(node, outermost)
    const isInside = !outermost || isFunctionWithBody(node)
    ts.forEachChild(node, (child) => descend(child, !isInside))
  }

  descend(source, true)
}

const isFunctionWithBody = (node: ts.Node) =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

const countCommentLines = (lines: string[]) =>
  lines.filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length

function addFunction(
  figures: FileFigures,
  source: ts.SourceFile,
  lines: string[],
  node: ts.Node,
  outermost: boolean,
) {
  if (!isFunctionWithBody(node)) return

  const first = source.getLineAndCharacterOfPosition(node.getStart()).line
  const last = source.getLineAndCharacterOfPosition(node.getEnd()).line
  const length = last - first + 1

  figures.functions.push({ at: `${figures.file}:${first + 1}`, lines: length })

  if (!outermost || length < MIN_BODY_LINES) return

  figures.bodyLines += length
  figures.blankLines += lines.slice(first, last + 1).filter((line) => line.trim() === '').length
}

function addExport(figures: FileFigures, node: ts.Node) {
  const isExported =
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword)
  if (!isExported) return

  const holdsFunction =
    ts.isFunctionDeclaration(node) ||
    (ts.isVariableStatement(node) &&
      node.declarationList.declarations.some(
        ({ initializer }) => initializer !== undefined && ts.isFunctionLike(initializer),
      ))

  const isDocumented = ts.getJSDocCommentsAndTags(node).length > 0

  figures.exports += 1
  if (isDocumented) figures.documentedExports += 1
  if (holdsFunction) figures.exportedFunctions += 1
  if (holdsFunction && isDocumented) figures.documentedFunctions += 1
}

function addType(figures: FileFigures, source: ts.SourceFile, node: ts.Node) {
  if (node.kind === ts.SyntaxKind.AnyKeyword) figures.anyTypes += 1
  if (ts.isAsExpression(node) && node.type.getText() !== 'const') figures.casts += 1
  if (ts.isNonNullExpression(node)) figures.nonNulls += 1

  if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    figures.layoutSpreads.push(`${figures.file}:${line + 1}`)
  }
}

function addDocComments(figures: FileFigures, text: string) {
  figures.docComments = [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].length
  figures.relativeComments = listRelativeComments(text).map((line) => `${figures.file}:${line}`)
}
