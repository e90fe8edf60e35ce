import { expect, test } from 'vitest'
import {
  formatAmount,
  formatGroupedAmount,
  formatUsd,
  parseAmount,
  toCents,
  toUsd,
  type Usd,
} from './money.ts'

test('An amount is read exactly, beyond what a float holds.', () => {
  expect(parseAmount('90071992547409.93', 'USD')).toBe(9_007_199_254_740_993n)
  expect(parseAmount('0.00000001', 'BTC')).toBe(1n)
  expect(parseAmount('1000', 'USD')).toBe(100_000n)
})

test('A text that is no plain decimal, or has too many decimals, is no amount.', () => {
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

test('An amount that a bigint column can not hold is none.', () => {
  expect(parseAmount('9223372036.854775807', 'ETH')).toBe(9_223_372_036_854_775_807n)
  expect(parseAmount('9223372036.854775808', 'ETH')).toBeNull()
  expect(parseAmount('999999999999999', 'BTC')).toBeNull()
})

test('An amount is written with all its decimals and read back unchanged.', () => {
  for (const units of [0n, 1n, 99n, 100n, 123_456_789n])
    expect(parseAmount(formatAmount(units, 'USD'), 'USD')).toBe(units)
  expect(formatAmount(-5n, 'USD')).toBe('-0.05')
})

test('Dollars are displayed with commas and a minus sign.', () => {
  expect(formatUsd(1_234_567_89n)).toBe('$1,234,567.89')
  expect(formatUsd(-100n)).toBe('\u2212$1.00')
})

test('An amount of coin is grouped before its point only.', () => {
  expect(formatGroupedAmount(17_500_308_245n, 'USDT')).toBe('17,500.308245')
  expect(formatGroupedAmount(123_456_789n, 'BTC')).toBe('1.23456789')
  expect(formatGroupedAmount(-100_000n, 'USD')).toBe('-1,000.00')
})

test('Dollars on the wire are read and written with their sign.', () => {
  for (const cents of [0n, 1n, -1n, -123_456n, 9_007_199_254_740_993n])
    expect(toCents(toUsd(cents))).toBe(cents)
  expect(toUsd(-5n)).toBe('-0.05')
})

test('A text that is no wire amount is a bug, never zero.', () => {
  for (const text of ['', 'ten', '1.005', '1e3'])
    expect(() => toCents(text as Usd), text).toThrow('decimal text')
})
