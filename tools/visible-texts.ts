import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A text that people may see, with the names of what it inserts in braces. */
export type VisibleText = { line: number; text: string }

/** The texts of a file, with its area: a module, or a folder of `src`. */
export type FileTexts = { area: string; file: string; texts: VisibleText[] }

const OMITTED = /\.test\.tsx?$|\/testing\.ts$|\/seed\/|README\.md$/

/** Lists the visible texts of every file below `src`, by area. */
export const listFileTexts = (root: string): FileTexts[] =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|md)$/.test(file) && !OMITTED.test(file))
    .sort()
    .map((file) => ({ area: getArea(file), file, texts: readTexts(root, file) }))
    .filter(({ texts }) => texts.length > 0)

const getArea = (file: string) =>
  file
    .split('/')
    .slice(0, file.startsWith('modules/') ? 2 : 1)
    .join('/')

function readTexts(root: string, file: string): VisibleText[] {
  const content = readFileSync(join(root, 'src', file), 'utf8')
  return file.endsWith('.md')
    ? [{ line: 1, text: content.trim() }]
    : listVisibleTexts(file, content)
}

const WORDS = /[A-Za-z][a-z’']* [A-Za-z({$]|\} [A-Za-z]{3}|[A-Za-z]{2,}[.!?…]$/

/** Attributes, calls and tags whose texts no person reads. */
const CODE_ATTRIBUTES =
  /^(className|style|id|key|name|type|href|to|rel|role|as|d|path|viewBox|autoComplete|accept|sizes|data-.*)$/
const CODE_CALLS =
  /^(sql|css|invariant|test|expect|describe|require|import|matchMedia|querySelector(All)?)$/

/**
 * Lists the texts of a source file that people may see: content of JSX elements, their attributes,
 * literals of several words, and single words that begin with a capital letter where a value is
 * chosen. Texts of SQL, classes, imports and invariants are left out.
 */
export function listVisibleTexts(file: string, content: string): VisibleText[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true, kind)
  const found: VisibleText[] = []

  const add = (node: ts.Node, text: string) => {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (/[A-Za-z]{2}/.test(plain.replace(/\{[^}]*\}/g, '')))
      found.push({
        line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        text: plain,
      })
  }

  const visit = (node: ts.Node): void => {
    if (isCode(node)) return

    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && hasText(node)) {
      add(node, flatten(node.children))
      visitInserted(node, visit)
      return
    }

    const text = getLiteralText(node)
    if (text !== undefined && (WORDS.test(text) || isLabel(node, text))) add(node, text)
    if (text === undefined || ts.isTemplateExpression(node)) ts.forEachChild(node, visit)
  }

  visit(source)

  return found
}

function isCode(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node))
    return true
  if (ts.isTaggedTemplateExpression(node)) return true
  if (ts.isJsxAttribute(node)) return CODE_ATTRIBUTES.test(node.name.getText())
  if (!ts.isCallExpression(node)) return false

  const called = ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name.text
    : node.expression.getText()

  return CODE_CALLS.test(called)
}

const WORD = /^[A-Z][a-z’]+$/

/** A single word that begins with a capital letter is a label as an attribute or as a value. */
const isLabel = (node: ts.Node, text: string) =>
  ts.isJsxAttribute(node.parent) ? /^[A-Z]/.test(text) : WORD.test(text) && isValue(node)

function isValue(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent))
    return parent.initializer === node

  if (ts.isConditionalExpression(parent)) return parent.condition !== node
  if (ts.isArrowFunction(parent)) return parent.body === node
  if (ts.isBinaryExpression(parent))
    return /^(\?\?|\|\||&&)$/.test(parent.operatorToken.getText()) && parent.right === node

  return (
    ts.isJsxExpression(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    ts.isAsExpression(parent)
  )
}

const hasText = (node: ts.JsxElement | ts.JsxFragment) =>
  node.children.some((child) => ts.isJsxText(child) && /[A-Za-z]/.test(child.text))

/** Returns the content of an element as one sentence. */
function flatten(children: readonly ts.JsxChild[]): string {
  return children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text
      if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return flatten(child.children)
      if (ts.isJsxSelfClosingElement(child)) return `{${child.tagName.getText()}}`
      if (!child.expression) return ''

      return getLiteralText(child.expression) ?? `{${shorten(child.expression)}}`
    })
    .join('')
}

/** Visits what a flattened element inserts: attributes, and expressions with texts of their own. */
function visitInserted(node: ts.JsxElement | ts.JsxFragment, visit: (node: ts.Node) => void) {
  if (ts.isJsxElement(node)) ts.forEachChild(node.openingElement.attributes, visit)

  for (const child of node.children) {
    if (ts.isJsxElement(child) || ts.isJsxFragment(child)) visitInserted(child, visit)
    else if (ts.isJsxExpression(child) || ts.isJsxSelfClosingElement(child))
      ts.forEachChild(child, visit)
  }
}

function getLiteralText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joinLiterals(node)
  if (!ts.isTemplateExpression(node)) return undefined

  return node.templateSpans.reduce(
    (text, { expression, literal }) => `${text}{${shorten(expression)}}${literal.text}`,
    node.head.text,
  )
}

/** Returns the text of `'one ' + 'two'`, undefined unless one side is a text. */
function joinLiterals({ left, right }: ts.BinaryExpression): string | undefined {
  const texts = [left, right].map(getLiteralText)
  if (texts.every((text) => text === undefined)) return undefined

  return [left, right].map((side, index) => texts[index] ?? `{${shorten(side)}}`).join('')
}

const MAX_NAME = 30

const shorten = (expression: ts.Expression) => {
  const text = expression.getText().replace(/\s+/g, ' ')

  return text.length > MAX_NAME ? '…' : text
}
