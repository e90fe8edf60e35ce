import { expect, test } from 'vitest'
import { computeTicks, scaleValue, tickText } from './axis.ts'

test('Ticks are round, span all values and include zero.', () => {
  expect(computeTicks(0, 225.98)).toEqual([0, 100, 200, 300])
  expect(computeTicks(-38.42, 225.98)).toEqual([-100, 0, 100, 200, 300])
  expect(computeTicks(0, 24_450)).toEqual([0, 10_000, 20_000, 30_000])
  expect(computeTicks(-50, 0)).toEqual([-60, -40, -20, 0])
})

test('Values that are all zero still have an axis.', () => {
  expect(computeTicks(0, 0)).toEqual([0, 1])
})

test('A tick formats its amount briefly.', () => {
  expect([0, 2_500, 40_000, 1_500_000, -100, 0.5].map(tickText)).toEqual([
    '$0',
    '$2,500',
    '$40k',
    '$1.5m',
    '\u2212$100',
    '$0.5',
  ])
})

test('A value is scaled between two ends, and an empty range gives the end.', () => {
  expect(scaleValue(5, [0, 10], [100, 0])).toBe(50)
  expect(scaleValue(5, [5, 5], [0, 80])).toBe(80)
})
