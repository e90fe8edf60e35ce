import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  describeProblem,
  describeProblemKey,
  describeProblemText,
  formatProblemKey,
} from '../model.ts'
import { CENT_TEXTS } from './problem-text.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const SQL = globSync('db/functions/*/check_*.sql', { cwd: ROOT })
  .map((name) => readFileSync(join(ROOT, name), 'utf8'))
  .join('\n')

test('A problem gives dollars and coin in words, never raw cents.', () => {
  expect(describeProblemText('completed, credited 17919: the journal has 0 rows of ')).toBe(
    'completed, credited $179.19: the journal has 0 rows of nothing',
  )
  expect(describeProblemText('pending, of 1234500: held 0, released 0, paid out 0')).toBe(
    'pending, of $12,345.00: held $0.00, released $0.00, paid out $0.00',
  )
  expect(describeProblemText('owed 100000000, published 99')).toBe(
    'owed $1,000,000.00, published $0.99',
  )
  expect(describeProblemText('payout of 500, the journal has no row')).toBe(
    'payout of $5.00, the journal has no row',
  )
  expect(describeProblemText('credited 130000 for 1300520209 USDT at 1000000')).toBe(
    'credited $1,300.00 for 1,300.520209 USDT at $1.00',
  )
  expect(describeProblemText('numbers have a gap')).toBe('numbers have a gap')
})

test('A problem names the kind of its subject, also as two admins accepted it.', () => {
  const problem = { invariant: 6, problem: 'credited 100 for 100 USD at ', subject: 'dep_1' }
  expect(describeProblem(problem)).toBe('Deposit dep_1: credited $1.00 for $1.00 at no rate')
  expect(describeProblemKey(formatProblemKey(problem))).toBe(describeProblem(problem))
})

test('Each text with cents is one of a check in SQL.', () => {
  const toFormat = ({ source }: RegExp) =>
    source
      .slice(1, -1)
      .replaceAll('(.*?)', '%s')
      .replace(/[()]/g, '')
      .replace(/\\[wd]\+/g, '%s')
  const unknown = CENT_TEXTS.map(toFormat).filter((text) => !SQL.includes(text))
  expect(unknown).toEqual([])
})
