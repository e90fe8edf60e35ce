import { expect, test } from 'vitest'
import { formatAmount, formatGroupedAmount, formatUsd, parseAmount } from './money.ts'

test('an amount is read from its text to the last minor unit, beyond what a float holds', () => {
  expect(parseAmount('90071992547409.93', 'USD')).toBe(9_007_199_254_740_993n)
  expect(parseAmount('0.00000001', 'BTC')).toBe(1n)
  expect(parseAmount('1000', 'USD')).toBe(100_000n)
})

test('what is not a plain decimal, or has too many decimals, is no amount', () => {
  for (const text of [
    '',
    ' 1',
    '-1',
    '+1',
    '1e3',
    '1.',
    '.5',
    '1.234',
    '0x10',
    '1,000',
    'NaN',
    '1'.repeat(16),
  ])
    expect(parseAmount(text, 'USD'), text).toBeNull()
})

test('more than the books can hold is no amount', () => {
  expect(parseAmount('9223372036.854775807', 'ETH')).toBe(9_223_372_036_854_775_807n)
  expect(parseAmount('9223372036.854775808', 'ETH')).toBeNull()
  expect(parseAmount('999999999999999', 'BTC')).toBeNull()
})

test('amounts are written with all their decimals and read back unchanged', () => {
  for (const units of [0n, 1n, 99n, 100n, 123_456_789n])
    expect(parseAmount(formatAmount(units, 'USD'), 'USD')).toBe(units)
  expect(formatAmount(-5n, 'USD')).toBe('-0.05')
})

test('people read dollars with thousands and a real minus sign', () => {
  expect(formatUsd(1_234_567_89n)).toBe('$1,234,567.89')
  expect(formatUsd(-100n)).toBe('\u2212$1.00')
})

test('an amount of coin is grouped before its point and left whole after it', () => {
  expect(formatGroupedAmount(17_500_308_245n, 'USDT')).toBe('17,500.308245')
  expect(formatGroupedAmount(123_456_789n, 'BTC')).toBe('1.23456789')
  expect(formatGroupedAmount(-100_000n, 'USD')).toBe('-1,000.00')
})
