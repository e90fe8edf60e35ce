import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

const lines = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => line.replace(/^\| | \|$/g, '').split(' | '))
const rows = lines
  .filter((cells) => cells.length !== 3)
  .map(([row = '', level = '', requirement = '', shown = '']) => {
    const [, file = '', name = ''] = /^`([^`]+)`: (.+)$/.exec(shown) ?? []
    return { row, level, requirement, file, name }
  })
/** A row, its level and the reason why it isn't shown. */
const notShown = lines.filter((cells) => cells.length === 3)

test('Every row of the standard names an existing test.', () => {
  const wrong = rows.flatMap(({ row, level, requirement, file, name }) => {
    const path = join(ROOT, file)
    const isRow = /^V\d{1,2}\.\d+\.\d+ [123]$/.test(`${row} ${level}`) && requirement !== ''
    if (!isRow) return [`${row}: no row of the standard`]
    if (file === '' || !existsSync(path)) return [`${row}: there is no ${file}`]

    return readFileSync(path, 'utf8').includes(name)
      ? []
      : [`${row}: no test of ${file} is called '${name}'`]
  })

  expect(wrong).toEqual([])
})

test('Every row is listed once, and enough rows are shown.', () => {
  const named = lines.map(([row]) => row)
  expect(new Set(named).size).toBe(named.length)

  const requiredCount = rows.filter(({ level }) => level !== '3').length
  console.log(
    `ASVS 5.0: ${requiredCount} rows of levels 1 and 2 and ${rows.length - requiredCount} of ` +
      `level 3, each with a named test; ${notShown.length} not shown`,
  )

  expect(requiredCount).toBeGreaterThanOrEqual(170)
})
