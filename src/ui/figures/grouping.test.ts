import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatDollars } from './decimal.ts'

const SOURCE = join(import.meta.dirname, '../..')

/** A dollar sign in front of a plain value in a text: what a screen reader reads, or a note. */
const UNGROUPED = /\$\$\{(?!groupThousands|formatRate|formatGroupedAmount)[a-z][\w.[\]?]*\}/

test('dollars in a text have thousands separators', () => {
  expect(formatDollars('1234567.5')).toBe('$1,234,567.50')
  expect(formatDollars('-1000')).toBe('−$1,000.00')
  expect(formatDollars(0n)).toBe('$0.00')
})

test('no label, note or mail writes dollars without separators', () => {
  const found = globSync(['modules/**/*.tsx', 'ui/**/*.tsx', 'app-ui/**/*.tsx'], {
    cwd: SOURCE,
  }).filter((name) => UNGROUPED.test(readFileSync(join(SOURCE, name), 'utf8')))
  expect(found).toEqual([])
})

test('no mail writes coin without separators', () => {
  const found = globSync('modules/*/emails/*.tsx', { cwd: SOURCE }).filter((name) =>
    /\bformatAmount\(/.test(readFileSync(join(SOURCE, name), 'utf8')),
  )
  expect(found).toEqual([])
})
