import { expect, test } from 'vitest'
import { cronWords } from './cron-words.ts'

test('when a job runs is said as people say it, and never wrongly', () => {
  expect(cronWords('* * * * *')).toBe('every minute')
  expect(cronWords('*/5 * * * *')).toBe('every 5 minutes')
  expect(cronWords('7 * * * *')).toBe('every hour, at 07')
  expect(cronWords('20 3 * * *')).toBe('every day, 03:20')

  for (const other of ['20 3 * * 1', '*/7 3 * * *', '1,2 * * * *', ''])
    expect(cronWords(other)).toBe(other)
})
