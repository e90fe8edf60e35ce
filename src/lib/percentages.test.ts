import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPercentage, parsePercentage } from './percentages.ts'

test('A percentage is written without a float and without trailing zeros.', () => {
  expect([5_000, 40_000, 1_250, 1_205, 1, 0].map(formatPercentage)).toEqual([
    '50%',
    '400%',
    '12.5%',
    '12.05%',
    '0.01%',
    '0%',
  ])
})

test('A percentage is read back exactly, and an inexact text is none.', () => {
  fc.assert(fc.property(fc.nat(1_000_000), (bps) => parsePercentage(formatPercentage(bps)) === bps))
  expect([' 50 ', '12.5', '0.01%'].map(parsePercentage)).toEqual([5_000, 1_250, 1])
  for (const text of ['', '%', '1.005', '-1', '1e3', '.5', '1,5', 'ten'])
    expect(parsePercentage(text), text).toBeNull()
})
