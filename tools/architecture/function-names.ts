import ts from 'typescript'
import type { Violation } from './architecture.ts'
import type { Source } from './source.ts'
import { CONVERSIONS, PHRASAL_VERB, PREPOSITIONS, QUESTIONS, TERMS, VERBS } from './verbs.ts'

export type NamedFunction = { name: string; line: number; isTopLevel: boolean; isBoolean: boolean }

/** Names that React Router, Vite, Vitest and the job queue look for. */
const ROUTER_EXPORTS = new Set(
  'loader action meta links headers handle middleware shouldRevalidate default'.split(' '),
)

/** Past participles that don't end in -ed. */
const IRREGULAR =
  /^(held|made|sent|paid|put|built|bought|brought|caught|chosen|cut|done|drawn|found|fallen|got|gone|grown|heard|laid|left|lent|lost|met|read|run|sold|shown|spent|split|spoken|stood|taken|taught|thought|thrown|written|hidden|broken|begun|bound|come|frozen)$/

export const isParticiple = (word: string) =>
  !VERBS.has(word) &&
  (/[^e]ed$/.test(word) || IRREGULAR.test(word)) &&
  !/^(need|feed|seed)$/.test(word)

export const splitWords = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => word.toLowerCase())

/** Holds the functions of a file: a name begins with a verb and ends without a preposition. */
export function checkFunctionNames(source: Source): Violation[] {
  const { file } = source
  if (!isSource(file)) return []

  const found = listFunctions(source.syntax)

  return [
    ...found
      .filter((one) => one.isTopLevel && lacksVerb(one, file))
      .map((one) => ({
        rule: 'functions begin with a verb' as const,
        at: `${file}:${one.line} ${one.name}`,
        fix: 'begin the name with a verb of tools/architecture/verbs.ts; a participle is a boolean',
      })),
    ...found
      .filter(({ name }) => hasTrailingPreposition(name))
      .map((one) => ({
        rule: 'no trailing preposition' as const,
        at: `${file}:${one.line} ${one.name}`,
        fix: "name what the function returns: 'parseRequest', not 'wantedOf'",
      })),
  ]
}

export const isSource = (file: string) =>
  /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|\/testing\.ts$/.test(file)

export const hasTrailingPreposition = (name: string) =>
  splitWords(name).length > 1 &&
  PREPOSITIONS.has(splitWords(name).at(-1) ?? '') &&
  !PHRASAL_VERB.test(name)

function lacksVerb({ name, isBoolean }: NamedFunction, file: string): boolean {
  const [first = ''] = splitWords(name)
  const isComponent = /^[A-Z]/.test(name)
  const isHook = /^use[A-Z]/.test(name)
  if (isComponent || isHook || ROUTER_EXPORTS.has(name) || TERMS.has(name)) return false
  if (/^on[A-Z]/.test(name) || file.startsWith('src/entry.')) return false
  if (isBoolean && isParticiple(first)) return false

  return ![VERBS, QUESTIONS, CONVERSIONS].some((list) => list.has(first))
}

const isFunctionNode = (
  node: ts.Node | undefined,
): node is ts.ArrowFunction | ts.FunctionExpression =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))

/** Returns every named function of a file: declarations, and constants that hold one. */
export function listFunctions(source: ts.SourceFile): NamedFunction[] {
  const found: NamedFunction[] = []
  const note = (name: ts.Identifier, made: ts.SignatureDeclaration, isTopLevel: boolean) =>
    found.push({
      name: name.text,
      line: source.getLineAndCharacterOfPosition(name.getStart()).line + 1,
      isTopLevel,
      isBoolean: returnsBoolean(made),
    })

  const visit = (node: ts.Node) => {
    if (ts.isFunctionDeclaration(node) && node.name) note(node.name, node, node.parent === source)

    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      isFunctionNode(node.initializer)
    )
      note(node.name, node.initializer, node.parent.parent.parent === source)

    ts.forEachChild(node, visit)
  }

  visit(source)

  return found
}

const COMPARISON = /^(===|!==|<|>|<=|>=|in|instanceof)$/

function returnsBoolean(made: ts.SignatureDeclaration): boolean {
  if (made.type) return /^boolean$| is /.test(made.type.getText())
  const body = ts.isArrowFunction(made) ? made.body : undefined
  return body !== undefined && isBooleanExpression(body)
}

function isBooleanExpression(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node)) return isBooleanExpression(node.expression)
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken
  if (!ts.isBinaryExpression(node)) return false

  const operator = node.operatorToken.getText()

  return (
    COMPARISON.test(operator) ||
    (/^(&&|\|\|)$/.test(operator) &&
      isBooleanExpression(node.left) &&
      isBooleanExpression(node.right))
  )
}
