import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Mutant, readMutants } from '../../tools/mutants.ts'

const ROOT = join(import.meta.dirname, '../..')

const lines = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => line.replace(/^\| | \|$/g, '').split(' | '))
const rows = lines
  .filter((cells) => cells.length !== 3)
  .map(([row = '', level = '', requirement = '', shown = '', defect = '']) => {
    const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(shown) ?? []
    return { row, level, requirement, file, name, defect }
  })
/** A row, its level and why it isn't shown. */
const notShown = lines.filter((cells) => cells.length === 3)

/** What the law holds is shown by its rule: the law fails on the defect, and names that rule. */
const isArchitectureRule = (file: string) => /^tools\/law\/[\w-]+\.ts$/.test(file)
const isRule = ({ caughtBy, says }: Mutant, name: string) =>
  caughtBy === 'node tools/check-architecture.ts' && says === name

test('Every claimed row of the standard names a test that there is and a planted defect that this test has to notice', async () => {
  const mutants = new Map((await readMutants('')).map((one) => [one.name, one]))
  const wrong = rows.flatMap(({ row, level, requirement, file, name, defect }) => {
    const known = mutants.get(defect)
    return [
      ...(/^V\d{1,2}\.\d+\.\d+ [123]$/.test(`${row} ${level}`) && requirement !== ''
        ? []
        : [`${row}: no row of the standard`]),
      ...(file !== '' && existsSync(join(ROOT, file)) ? [] : [`${row}: there is no ${file}`]),
      ...(existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8').includes(name)
        ? []
        : [`${row}: no test of ${file} says '${name}'`]),
      ...(known ? [] : [`${row}: nothing planted is called '${defect}'`]),
      ...(!known ||
      known.caughtBy.includes(file) ||
      (isArchitectureRule(file) && isRule(known, name))
        ? []
        : [`${row}: '${defect}' is caught by ${known.caughtBy}, not ${file}`]),
    ]
  })

  expect(wrong).toEqual([])

  const named = lines.map(([row]) => row)
  expect(new Set(named).size).toBe(named.length)

  const requiredCount = rows.filter(({ level }) => level !== '3').length
  console.log(
    `ASVS 5.0: ${requiredCount} rows of levels 1 and 2 and ${rows.length - requiredCount} of level 3, each ` +
      `with a named test and a planted defect; ${notShown.length} not shown`,
  )

  expect(requiredCount).toBeGreaterThanOrEqual(170)
})
