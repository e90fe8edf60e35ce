import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Violation } from './architecture.ts'

/** The number of violations that each folder may still have, by rule. A number may only fall. */
type Budgets = Record<string, Record<string, number>>

const FILE = 'tools/architecture/budgets.json'

const readBudgets = (root: string): Budgets => JSON.parse(readFileSync(join(root, FILE), 'utf8'))

/** Returns a module, another folder of src, or a top folder. Columns count apart from names. */
const getFolder = ({ at }: Violation) => {
  const folder =
    /^src\/modules\/[^/]+|^src\/[^/]+(?=\/)|^(docs|tests)\/[^/:]+(?=\/)|^[^/:]+/.exec(at)?.[0] ?? at
  return at.endsWith('(column)') ? `${folder} (columns)` : folder
}

const groupByFolder = (violations: Violation[]) =>
  Map.groupBy(violations, (one) => `${one.rule}\n${getFolder(one)}`)

/** Returns the violations in the folders that have more of them than their budget. */
export function findOverBudget(root: string, violations: Violation[]): Violation[] {
  const budgets = readBudgets(root)

  return [...groupByFolder(violations)].flatMap(([key, found]) => {
    const [rule = '', folder = ''] = key.split('\n')
    const budget = budgets[rule]?.[folder] ?? 0
    return found.length > budget ? [...found, describeBudget(found, folder, budget)] : []
  })
}

const describeBudget = (found: Violation[], folder: string, budget: number): Violation => ({
  rule: found[0]?.rule ?? '',
  fix: found[0]?.fix ?? '',
  at: `${folder}: ${found.length}, of which tools/architecture/budgets.json allows ${budget}`,
})

/** Lowers each budget to the present count. A count above its budget leaves the budget as it is. */
export function lowerBudgets(root: string, violations: Violation[]) {
  const before = readBudgets(root)
  const after: Budgets = {}

  for (const [key, found] of [...groupByFolder(violations)].sort(([a], [b]) =>
    a.localeCompare(b),
  )) {
    const [rule = '', folder = ''] = key.split('\n')
    const budget = Math.min(found.length, before[rule] ? (before[rule][folder] ?? 0) : Infinity)
    after[rule] ??= {}
    if (budget > 0) after[rule][folder] = budget
  }

  writeFileSync(join(root, FILE), `${JSON.stringify(after, null, 2)}\n`)
}
