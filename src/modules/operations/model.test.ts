import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#lib/dates.ts'
import { formatDuration } from './model.ts'

test('a duration is in minutes below two hours, in hours below three days, then in days', () => {
  expect(formatDuration(119 * MINUTE_MS)).toBe('119 minutes')
  expect(formatDuration(2 * HOUR_MS)).toBe('2 hours')
  expect(formatDuration(71 * HOUR_MS)).toBe('71 hours')
  expect(formatDuration(72 * HOUR_MS)).toBe('3 days')
})
