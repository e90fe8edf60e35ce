import { expect, test } from 'vitest'
import { summariseDurations } from './summarise-durations.ts'

test('measured times are those of what was done: the middle one and the slowest', () => {
  expect(summariseDurations([])).toBeNull()
  expect(summariseDurations([10, 1, 4])).toEqual({ count: 3, medianMs: 4, slowestMs: 10 })
  expect(summariseDurations([10, 1, 4, 5])).toEqual({ count: 4, medianMs: 5, slowestMs: 10 })
})
