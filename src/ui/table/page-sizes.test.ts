import { expect, test } from 'vitest'
import { describeRange, parsePage, parsePageSize } from './page-sizes.ts'

test('A page size is 10, 25 or 50, and anything else is 10.', () => {
  expect(['10', '25', '50'].map(parsePageSize)).toEqual([10, 25, 50])
  for (const text of [null, '', '0', '1000', '25.0', 'x']) expect(parsePageSize(text)).toBe(10)
})

test('A typed page is at least the first and at most the last; other text is no page.', () => {
  expect(['1', ' 7 ', '1,204', '99999', '0'].map((typed) => parsePage(typed, 3_014))).toEqual([
    1, 7, 1_204, 3_014, 1,
  ])
  for (const typed of ['', '-1', '2.5', 'two', '1e3']) expect(parsePage(typed, 9)).toBeNull()
})

test('The rows of a page are described with grouped digits, also on the last page.', () => {
  expect(describeRange(1, 10, 30_132)).toBe('Showing 1–10 of 30,132')
  expect(describeRange(121, 25, 3_014)).toBe('Showing 3,001–3,014 of 3,014')
  expect(describeRange(1, 50, 0)).toBe('Showing 0 of 0')
})
