import { expect, test } from 'vitest'
import { parsePlainAmount, tidyAmount } from './amount-text.ts'

test('an amount is read as people type it, with dollar sign, commas and spaces', () => {
  expect(parsePlainAmount('1,000.50')).toBe('1000.50')
  expect(parsePlainAmount(' $1 000 ')).toBe('1000')
  expect(parsePlainAmount('.5')).toBe('0.5')
})

test('what is not an amount is no amount', () => {
  for (const typed of ['', '$', '.', '1,00', '1e5', '-3', '12.3.4', 'ten'])
    expect(parsePlainAmount(typed)).toBeNull()
})

test('leaving the field writes the amount with commas and two decimals, without a float', () => {
  expect(tidyAmount('90071992547409.9')).toBe('90,071,992,547,409.90')
  expect(tidyAmount('007')).toBe('7.00')
})

test('what cannot be kept exactly is left as it was typed', () => {
  expect(tidyAmount('1.005')).toBe('1.005')
  expect(tidyAmount('abc')).toBe('abc')
})
