import { expect, test } from 'vitest'
import { describeCron } from './describe-cron.ts'

test('when a job runs is said as people say it, and never wrongly', () => {
  expect(describeCron('* * * * *')).toBe('every minute')
  expect(describeCron('*/5 * * * *')).toBe('every 5 minutes')
  expect(describeCron('7 * * * *')).toBe('every hour, at 07')
  expect(describeCron('20 3 * * *')).toBe('every day, 03:20')

  for (const other of ['20 3 * * 1', '*/7 3 * * *', '1,2 * * * *', ''])
    expect(describeCron(other)).toBe(other)
})
