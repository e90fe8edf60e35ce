import { expect, test } from 'vitest'
import { formatSign, MINUS, splitDecimal } from './decimal.ts'

test('An amount too large for a float is formatted exactly.', () => {
  expect(splitDecimal('90071992547409.93', 2, 2)).toMatchObject({
    whole: '90,071,992,547,409',
    fraction: '93',
  })

  expect(splitDecimal(9007199254740993n, 2, 2)).toMatchObject({
    whole: '90,071,992,547,409',
    fraction: '93',
  })
})

test('Decimals are padded, and significant digits are never cut.', () => {
  expect(splitDecimal('5', 2, 2).fraction).toBe('00')
  expect(splitDecimal('0.02740011', 8, 2).fraction).toBe('02740011')
})

test('Negative amounts have U+2212, and minus zero has no sign.', () => {
  expect(formatSign(splitDecimal('-38.42', 2, 2), 'minus')).toBe(MINUS)
  expect(formatSign(splitDecimal('-0.00', 2, 2), 'always')).toBe('')
  expect(formatSign(splitDecimal(14820n, 2, 2), 'always')).toBe('+')
})

test('Text that is no decimal throws.', () => {
  expect(() => splitDecimal('1e21', 2, 2)).toThrow()
  expect(() => splitDecimal('NaN', 2, 2)).toThrow()
})

test('Whole dollars that arrive as a number are dollars, never cents.', () => {
  expect(splitDecimal(5 as unknown as string, 2, 2)).toMatchObject({ whole: '5', fraction: '00' })
})
