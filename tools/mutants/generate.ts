import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import {
  type Change,
  findEdit,
  getCondition,
  isGuard,
  isLiteral,
  listSymbols,
  parseSource,
} from './change.ts'
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
    const visit = (node: ts.Node) => {
      const mutated = mutateNode(node)
      const change = mutated && countPlace(scope, mutated)
      if (change) {
        const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart())
        const title = `${file}:${line + 1} ${name} ${describe(change)}`
        found.push({ name: title, why: 'generated', file, symbol: name, change })
      }
      ts.forEachChild(node, visit)
    }
    ts.forEachChild(scope, visit)
  }

  return found
}

type Mutated = { place: ts.Node; change: Change }

/** Returns the change with the number of its place, among those in the symbol that it fits. */
function countPlace(scope: ts.Node, { place, change }: Mutated): Change | null {
  for (let nth = 0; ; nth += 1) {
    const edit = findEdit(scope, { ...change, nth })
    if (!edit) return null
    if (edit.start === place.getStart()) return nth === 0 ? change : { ...change, nth }
  }
}

const describe = (change: Change) =>
  Object.entries(change)
    .map(([key, value]) => `${key} ${String(value).replace(/\s+/g, ' ').slice(0, 60)}`)
    .join(' ')

function mutateNode(node: ts.Node): Mutated | null {
  const replace = (place: ts.Node, text: string): Mutated => ({
    place,
    change: { expression: place.getText(), with: text },
  })
  if (isGuard(node)) return replace(node.expression, 'false')

  const condition = getCondition(node)
  if (condition) return replace(condition, `!(${condition.getText()})`)

  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText()
    const shifted = SHIFTED[operator]
    const joinsText = operator === '+' && /['"`]/.test(node.getText())
    return shifted && !joinsText ? replace(node, shift(node, shifted)) : null
  }

  const literal = shiftLiteral(node)
  return literal === null
    ? null
    : { place: node, change: { literal: node.getText(), with: literal } }
}

function shiftLiteral(node: ts.Node): string | null {
  if (isLiteral(node) && ts.isBigIntLiteral(node)) return node.text === '0n' ? '1n' : '0n'
  return ts.isNumericLiteral(node) && isPlainNumber(node) ? `(${node.getText()} + 1)` : null
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
