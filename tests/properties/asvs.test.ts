import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Planted, readPlanted } from '../../tools/planted.ts'

const ROOT = join(import.meta.dirname, '../..')

const rows = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [, row = '', requirement = '', shown = '', defect = ''] = line
      .split(' | ')
      .map((cell) => cell.replace(/^\| | \|$/g, '').trim())
      .flatMap((cell, at) => (at === 0 ? ['', cell] : [cell]))
    const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(shown) ?? []
    return { row, requirement, file, name, defect }
  })

/** What the law holds is shown by its rule: the law fails on the defect, and names that rule. */
const isOfTheLaw = (file: string) => /^tools\/law\/[\w-]+\.ts$/.test(file)
const isRule = ({ caughtBy, says }: Planted, name: string) =>
  caughtBy === 'node tools/law.ts' && says === name

test('Every claimed row of the standard names a test that there is and a planted defect that this test has to notice', async () => {
  const planted = new Map((await readPlanted('')).map((one) => [one.name, one]))
  const wrong = rows.flatMap(({ row, requirement, file, name, defect }) => {
    const known = planted.get(defect)
    return [
      ...(/^V\d{1,2}\.\d+\.\d+$/.test(row) && requirement !== '' ? [] : [`${row}: no row of the standard`]),
      ...(file !== '' && existsSync(join(ROOT, file)) ? [] : [`${row}: there is no ${file}`]),
      ...(existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8').includes(name)
        ? []
        : [`${row}: no test of ${file} says '${name}'`]),
      ...(known ? [] : [`${row}: nothing planted is called '${defect}'`]),
      ...(!known || known.caughtBy.includes(file) || (isOfTheLaw(file) && isRule(known, name))
        ? []
        : [`${row}: '${defect}' is caught by ${known.caughtBy}, not ${file}`]),
    ]
  })
  expect(wrong).toEqual([])
  expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length)
  console.log(`ASVS 5.0: ${rows.length} rows with a named test and a planted defect`)
  expect(rows.length).toBeGreaterThanOrEqual(50)
})
