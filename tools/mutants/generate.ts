import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { type Change, getCondition, isGuard, isLiteral, parseSource } from './change.ts'
import type { CodeMutant } from './mutant.ts'

const ANYWHERE = /^src\/(lib\/[^/]+|modules\/[^/]+\/(model|model\/[^/]+))\.ts$/
const STEP = /^src\/modules\/[^/]+\/(commands|steps)\/[^/]+\.ts$/

/** Returns the files whose code is mutated: pure code, and commands and steps that post. */
export function listTargets(root: string): string[] {
  const files = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' }).split(
    '\n',
  )

  return files.filter((file) => {
    if (file.endsWith('.test.ts')) return false
    if (ANYWHERE.test(file)) return true
    return (
      STEP.test(file) && /\bpost(Built|Movement)?\(/.test(readFileSync(join(root, file), 'utf8'))
    )
  })
}

const SHIFTED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}

/** Returns every mutant that the generator knows for one file. */
export function generateMutants(file: string, text: string): CodeMutant[] {
  const found: CodeMutant[] = []

  for (const { name, node: scope } of listSymbols(parseSource(file, text))) {
    const counts = new Map<string, number>()
    const note = (change: Change, line: number) => {
      const key = JSON.stringify(change)
      const nth = counts.get(key) ?? 0
      counts.set(key, nth + 1)
      found.push({
        name: `${file}:${line} ${name} ${describe(change)}`,
        why: 'generated',
        file,
        symbol: name,
        change: nth === 0 ? change : { ...change, nth },
      })
    }

    const visit = (node: ts.Node) => {
      const change = mutateNode(node)
      if (change)
        note(change, node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1)
      ts.forEachChild(node, visit)
    }
    ts.forEachChild(scope, visit)
  }

  return found
}

const describe = (change: Change) =>
  Object.entries(change)
    .map(([key, value]) => `${key} ${String(value).replace(/\s+/g, ' ').slice(0, 60)}`)
    .join(' ')

/** Functions and constants of the top level: a name is unique there. */
const listSymbols = (source: ts.SourceFile) =>
  source.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement) && statement.name)
      return [{ name: statement.name.text, node: statement as ts.Node }]
    if (!ts.isVariableStatement(statement)) return []
    return statement.declarationList.declarations.flatMap((node) =>
      ts.isIdentifier(node.name) ? [{ name: node.name.text, node: node as ts.Node }] : [],
    )
  })

function mutateNode(node: ts.Node): Change | null {
  if (isGuard(node)) return { expression: node.expression.getText(), with: 'false' }

  const condition = getCondition(node)
  if (condition) return { expression: condition.getText(), with: `!(${condition.getText()})` }

  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText()
    const shifted = SHIFTED[operator]
    const joinsText = operator === '+' && /['"`]/.test(node.getText())
    return shifted && !joinsText ? { expression: node.getText(), with: shift(node, shifted) } : null
  }

  if (isLiteral(node) && ts.isBigIntLiteral(node))
    return { literal: node.getText(), with: node.text === '0n' ? '1n' : '0n' }
  if (ts.isNumericLiteral(node) && isPlainNumber(node))
    return { literal: node.getText(), with: `(${node.getText()} + 1)` }

  return null
}

const shift = (node: ts.BinaryExpression, operator: string) =>
  `(${node.left.getText()} ${operator} ${node.right.getText()})`

/** A number that isn't part of a type or the name of a property. */
const isPlainNumber = (node: ts.Node) =>
  !ts.isLiteralTypeNode(node.parent) &&
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node)

/** Returns the same list for the same seed (mulberry32). */
export function pickSample<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const left = [...items]
  const picked: Item[] = []
  let state = seed >>> 0

  while (picked.length < count && left.length > 0) {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    const index = ((mixed ^ (mixed >>> 14)) >>> 0) % left.length
    picked.push(...left.splice(index, 1))
  }

  return picked
}
