import { expect, test } from 'vitest'
import { findPastRate } from './past-rate.ts'

const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const points = [
  { at: at('10:00:00'), rate: 100n },
  { at: at('11:00:00'), rate: 200n },
]
const candles = [{ day: '2026-11-20' as const, open: 1n, high: 9n, low: 1n, close: 5n }]

test('a past rate is the last one within the hour before, else the close of its day', () => {
  expect(findPastRate(at('11:00:00'), points, candles)).toBe(200n)
  expect(findPastRate(at('10:59:59'), points, candles)).toBe(100n)
  expect(findPastRate(at('12:00:01'), points, candles)).toBe(5n)
  expect(findPastRate(at('09:59:59'), points, candles)).toBe(5n)
  expect(findPastRate(new Date('2026-11-19T10:30:00Z'), points, candles)).toBeNull()
})
