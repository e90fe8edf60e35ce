import { expect, test } from 'vitest'
import { findAmountProblem, parsePlainAmount, tidyAmount } from './typed-amount.ts'

test('A typed amount is read with its dollar sign, commas and spaces.', () => {
  expect(parsePlainAmount('1,000.50')).toBe('1000.50')
  expect(parsePlainAmount(' $1 000 ')).toBe('1000')
  expect(parsePlainAmount('.5')).toBe('0.5')
})

test('A text that is not a plain decimal is no amount.', () => {
  for (const typed of ['', '$', '.', '1,00', '1e5', '-3', '12.3.4', 'ten', '٣'])
    expect(parsePlainAmount(typed), typed).toBeNull()
})

test('A field left with an amount shows it with commas and two decimals, without a float.', () => {
  expect(tidyAmount('90071992547409.9')).toBe('90,071,992,547,409.90')
  expect(tidyAmount('007')).toBe('7.00')
})

test('An amount that can not be written exactly stays as it was typed.', () => {
  expect(tidyAmount('1.005')).toBe('1.005')
  expect(tidyAmount('abc')).toBe('abc')
})

test('A field rejects an amount that it can not send exactly, and says why.', () => {
  for (const typed of ['10000.000', '1.005'])
    expect(findAmountProblem(typed)).toBe('Please enter an amount with at most two decimals.')
  for (const typed of ['1e3', '-1', '٣', '1,00'])
    expect(findAmountProblem(typed)).toBe('Please enter a valid amount.')
  for (const typed of ['', '1,000.50', '$20', '.5', '3.'])
    expect(findAmountProblem(typed), typed).toBeNull()

  expect(findAmountProblem('0.123456789', 8)).toContain('at most eight decimals')
})
