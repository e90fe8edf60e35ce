import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test('time left is a clock, with hours and days only when there are some', () => {
  expect(timeLeft(872_000)).toBe('14:32')
  expect(timeLeft(3_600_000)).toBe('1:00:00')
  expect(timeLeft(2 * 86_400_000 + 3_661_000)).toBe('2 days 01:01:01')
})

test('the last part of a second still shows, and nothing goes below zero', () => {
  expect(timeLeft(1)).toBe('00:01')
  expect(timeLeft(-5)).toBe('00:00')
})
