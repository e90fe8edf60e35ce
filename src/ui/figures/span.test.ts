import { expect, test } from 'vitest'
import { formatDuration } from './span.ts'

test('A duration is formatted in its two largest units.', () => {
  const texts = [0, 1, 35, 60, 250, 1_440, 3_060].map(formatDuration)
  expect(texts).toEqual([
    'less than a minute',
    '1 minute',
    '35 minutes',
    '1 hour',
    '4 hours 10 minutes',
    '1 day',
    '2 days 3 hours',
  ])
})
