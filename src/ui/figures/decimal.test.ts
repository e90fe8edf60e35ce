import { expect, test } from 'vitest'
import { decimalParts, MINUS, signOf } from './decimal.ts'

test('an amount too large for a float is written exactly', () => {
  expect(decimalParts('90071992547409.93', 2, 2)).toMatchObject({
    whole: '90,071,992,547,409',
    fraction: '93',
  })

  expect(decimalParts(9007199254740993n, 2, 2)).toMatchObject({
    whole: '90,071,992,547,409',
    fraction: '93',
  })
})

test('decimals are padded, and digits that say something are never cut', () => {
  expect(decimalParts('5', 2, 2).fraction).toBe('00')
  expect(decimalParts('0.02740011', 8, 2).fraction).toBe('02740011')
})

test('below zero has U+2212, zero has no sign even when it is written as minus zero', () => {
  expect(signOf(decimalParts('-38.42', 2, 2), 'minus')).toBe(MINUS)
  expect(signOf(decimalParts('-0.00', 2, 2), 'always')).toBe('')
  expect(signOf(decimalParts(14820n, 2, 2), 'always')).toBe('+')
})

test('what is no decimal text is a bug, not a zero', () => {
  expect(() => decimalParts('1e21', 2, 2)).toThrow()
  expect(() => decimalParts('NaN', 2, 2)).toThrow()
})

test('whole dollars that arrive as a number are dollars, never cents', () => {
  expect(decimalParts(5 as unknown as string, 2, 2)).toMatchObject({ whole: '5', fraction: '00' })
})
