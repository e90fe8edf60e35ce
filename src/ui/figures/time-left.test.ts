import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test('Remaining time shows hours and days only when there are some.', () => {
  expect(timeLeft(872_000)).toBe('14:32')
  expect(timeLeft(3_600_000)).toBe('1:00:00')
  expect(timeLeft(2 * 86_400_000 + 3_661_000)).toBe('2 days 01:01:01')
})

test('A started second counts, and remaining time is never negative.', () => {
  expect(timeLeft(1)).toBe('00:01')
  expect(timeLeft(-5)).toBe('00:00')
})
